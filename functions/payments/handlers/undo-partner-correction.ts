import { payments } from '../../../shared/contracts/payments.ts';
import { partnerPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { listedAccounts } from '../lists/listed-accounts.ts';
import { changeAmount } from '../corrections/change-amount.ts';

export const handler = handle(payments.undoPartnerCorrection, async ({ body, caller, now }) => {
  const { paymentId, programPaymentTypeId, version } = body;
  const request = { kind: 'partner', paymentId, programPaymentTypeId, version, amount: null } as const;
  const after = await changeAmount(request, caller, now);
  return {
    success: true,
    message: 'The correction was undone.',
    data: partnerPaymentRowOf(after, await listedAccounts([after])),
  };
});

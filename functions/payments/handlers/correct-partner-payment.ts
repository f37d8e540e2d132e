import { payments } from '../../../shared/contracts/payments.ts';
import { partnerPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { listedAccounts } from '../lists/listed-accounts.ts';
import { changeAmount } from '../corrections/change-amount.ts';

export const handler = handle(payments.correctPartnerPayment, async ({ body, caller, now }) => {
  const { paymentId, programPaymentTypeId, version, amountToBeSent: amount, reason } = body;
  const after = await changeAmount(
    { kind: 'partner', paymentId, programPaymentTypeId, version, amount, reason },
    caller,
    now,
  );
  return {
    success: true,
    message: 'The amount was saved.',
    data: partnerPaymentRowOf(after, await listedAccounts([after])),
  };
});

import { payments } from '../../../shared/contracts/payments.ts';
import { facilityPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { listedAccounts } from '../lists/listed-accounts.ts';
import { changeAmount } from '../corrections/change-amount.ts';

export const handler = handle(payments.correctFacilityPayment, async ({ body, caller, now }) => {
  const { paymentId, programPaymentTypeId, version, amountToBeSent: amount, reason } = body;
  const after = await changeAmount(
    { kind: 'facility', paymentId, programPaymentTypeId, version, amount, reason },
    caller,
    now,
  );
  return {
    success: true,
    message: 'The amount was saved.',
    data: facilityPaymentRowOf(after, await listedAccounts([after])),
  };
});

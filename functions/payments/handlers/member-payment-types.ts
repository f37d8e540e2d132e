import { payments } from '../../../shared/contracts/payments.ts';
import { memberPaymentTypes, paymentTypeOptions } from '../../../shared/payments/payment-types.ts';
import { handle } from '../../handle.ts';

export const handler = handle(payments.memberPaymentTypes, async ({ params }) =>
  paymentTypeOptions(memberPaymentTypes[params.id]),
);

import { payments } from '../../shared/payments/contract.ts';
import { partnerPaymentTypes, paymentTypeOptions } from '../../shared/payments/payment-types.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(payments.partnerPaymentTypes, async ({ params }) =>
  paymentTypeOptions(partnerPaymentTypes[params.id]),
);

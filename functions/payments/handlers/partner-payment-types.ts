import { payments } from '../../../shared/contracts/payments.ts';
import { paymentTypeOptions, listedPartnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { handle } from '../../handle.ts';

export const handler = handle(payments.partnerPaymentTypes, async ({ params }) =>
  paymentTypeOptions(listedPartnerPaymentTypes[params.id]),
);

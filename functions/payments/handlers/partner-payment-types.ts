import { payments } from '../../../shared/contracts/payments.ts';
import { paymentTypeOptions, shownPartnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { handle } from '../../handle.ts';

export const handler = handle(payments.partnerPaymentTypes, async ({ params }) =>
  paymentTypeOptions(shownPartnerPaymentTypes[params.id]),
);

import type { ProgramPaymentTypeId } from '../programs.ts';
import { facilityPayments } from '../payments/payment-status.ts';
import type { RunFilter } from './bank-run.ts';
import { type PartnerScope } from '../ids.ts';

/** The filter of a request about partner payments. */
export const partnerFilter = (asked: {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}): RunFilter => ({
  flow: 'partner',
  programPaymentTypeId: asked.programPaymentTypeId,
  paymentTypeId: asked.paymentTypeId,
  partnerId: asked.partnerId,
  periodId: asked.periodId,
});

/** The filter of a request about club payments. */
export const facilityFilter = (asked: {
  programPaymentTypeId: ProgramPaymentTypeId;
  partnerId: PartnerScope;
  periodId: string;
}): RunFilter => ({
  flow: 'facility',
  programPaymentTypeId: asked.programPaymentTypeId,
  paymentTypeId: facilityPayments,
  partnerId: asked.partnerId,
  periodId: asked.periodId,
});

import type { ProgramPaymentTypeId } from '../programs.ts';
import { facilityPayments } from '../payments/payment-status.ts';
import type { RunFilter } from './bank-run.ts';

/** Partner 0 or no partner at all means every partner. */
const partnerOf = (id: string | undefined): string | null => (id === undefined || id === '0' ? null : id);

/** The filter of a request about partner payments. */
export const partnerFilter = (asked: {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId?: string | undefined;
  periodId: string;
}): RunFilter => ({
  flow: 'partner',
  programPaymentTypeId: asked.programPaymentTypeId,
  paymentTypeId: asked.paymentTypeId,
  partnerId: partnerOf(asked.partnerId),
  periodId: asked.periodId,
});

/** The filter of a request about club payments. */
export const facilityFilter = (asked: {
  programPaymentTypeId: ProgramPaymentTypeId;
  partnerId: string;
  periodId: string;
}): RunFilter => ({
  flow: 'facility',
  programPaymentTypeId: asked.programPaymentTypeId,
  paymentTypeId: facilityPayments,
  partnerId: partnerOf(asked.partnerId),
  periodId: asked.periodId,
});

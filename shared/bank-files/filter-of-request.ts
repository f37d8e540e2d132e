import type { ProgramPaymentTypeId } from '../programs.ts';
import { facilityPayments } from '../payments/payment-status.ts';
import type { RunFilter } from './bank-run.ts';

/** Partner 0 or no partner at all means every partner. */
const partnerOf = (id: string | undefined): string | null => (id === undefined || id === '0' ? null : id);

/** The filter of a request about partner payments. */
export const partnerFilter = (asked: {
  programPaymentTypeID: ProgramPaymentTypeId;
  paymentTypeID: number;
  partnerID?: string | undefined;
  periodID: string;
}): RunFilter => ({
  flow: 'partner',
  programPaymentTypeID: asked.programPaymentTypeID,
  paymentTypeID: asked.paymentTypeID,
  partnerId: partnerOf(asked.partnerID),
  periodId: asked.periodID,
});

/** The filter of a request about club payments. */
export const facilityFilter = (asked: {
  programPaymentTypeId: ProgramPaymentTypeId;
  partnerId: string;
  periodId: string;
}): RunFilter => ({
  flow: 'facility',
  programPaymentTypeID: asked.programPaymentTypeId,
  paymentTypeID: facilityPayments,
  partnerId: partnerOf(asked.partnerId),
  periodId: asked.periodId,
});

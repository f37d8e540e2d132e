import type { FacilityPayment, MemberPayment, PartnerPayment } from './payment.ts';

/** Sortable columns of the partner payments table; the first is the default (spec 3 §9). */
export const partnerColumns = [
  'partnerNumber',
  'partnerName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof PartnerPayment)[];

export const facilityColumns = [
  'partnerNumber',
  'partnerName',
  'facilityNumber',
  'facilityName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof FacilityPayment)[];

/** Sortable columns of the member payments table; the first is the specified default. */
export const memberColumns = [
  'memberFullName',
  'facilityNumber',
  'amountToBeSent',
  'paymentStatusId',
] as const satisfies readonly (keyof MemberPayment | 'paymentStatusId')[];

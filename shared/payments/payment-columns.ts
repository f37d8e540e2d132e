import type { FacilityPayment, MemberPayment, PartnerPayment } from './payment.ts';

/** The columns of the partner payments table that may be sorted by, the default first (spec 3 §9). */
export const partnerColumns = [
  'partnerNumber',
  'partnerName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof PartnerPayment)[];

/** The columns of the facility payments table that may be sorted by. */
export const facilityColumns = [
  'partnerNumber',
  'partnerName',
  'facilityNumber',
  'facilityName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof FacilityPayment)[];

/** The columns of the member payments table that may be sorted by; the specification's default comes first. */
export const memberColumns = [
  'memberFullName',
  'facilityNumber',
  'amountToBeSent',
  'paymentStatusId',
] as const satisfies readonly (keyof MemberPayment | 'paymentStatusId')[];

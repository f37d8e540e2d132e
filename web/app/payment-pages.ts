/** Pages of payments by kind. */
export const pageOfPayments = {
  partner: 'partnerPayments',
  facility: 'facilityPayments',
  member: 'memberPayments',
} as const;

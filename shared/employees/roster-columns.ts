/**
 * The columns of a partner's roster that may be sorted by. Free key fobs and members stand in one list, so both kinds
 * of rows give the same columns in the same order.
 */
export const rosterColumns = [
  'keyFobNumber',
  'keyFobStatusName',
  'memberFirstName',
  'memberLastName',
  'memberEmail',
  'invitationStatusDescription',
  'programEnrollmentDate',
  'facilityName',
  'facilityNumber',
] as const;
export type RosterColumn = (typeof rosterColumns)[number];

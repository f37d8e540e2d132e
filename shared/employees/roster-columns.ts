/**
 * The columns of a partner's roster that may be sorted by. Free key fobs and members are in one list, so both kinds
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
  'lastMonthUsagesCount',
] as const;

/** What a row stores to be sorted by: visits last month by two texts, of which a month uses one (month-visits.ts). */
export const rosterSortKeys = [
  ...rosterColumns.filter((column) => column !== 'lastMonthUsagesCount'),
  'visitsOfEvenMonth',
  'visitsOfOddMonth',
] as const;
export type RosterSortKey = (typeof rosterSortKeys)[number];

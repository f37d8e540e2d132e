/** Sortable columns of a partner's roster, in the same order for free key fobs and members. */
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

/** Sort keys stored in a row; last month's visits use one of two texts, depending on the month (month-visits.ts). */
export const rosterSortKeys = [
  ...rosterColumns.filter((column) => column !== 'lastMonthUsagesCount'),
  'visitsOfEvenMonth',
  'visitsOfOddMonth',
] as const;
export type RosterSortKey = (typeof rosterSortKeys)[number];

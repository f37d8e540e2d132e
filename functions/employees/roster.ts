/**
 * The columns of a partner's roster that may be sorted by. Free key fobs and members stand in one list, so both kinds
 * of rows give the same columns in the same order.
 */
export const rosterColumns = [
  'facilityMemberID',
  'keyfobStatusDisplayName',
  'memberFirstName',
  'memberLastName',
  'memberEmail',
  'invitationStatusDescription',
  'programEnrollmentDate',
  'facilityName',
  'facilityIDNumber',
] as const;
export type RosterColumn = (typeof rosterColumns)[number];

/** A row's sort values; a column it does not have sorts last. */
export const rosterSorts = (
  values: Partial<Record<RosterColumn, string | null>>,
): Record<RosterColumn, string | null> =>
  Object.fromEntries(rosterColumns.map((column) => [column, values[column] ?? null])) as Record<
    RosterColumn,
    string | null
  >;

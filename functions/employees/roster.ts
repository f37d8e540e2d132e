import { rosterColumns, type RosterColumn } from '../../shared/employees/roster-columns.ts';

/** A row's sort values; a column it does not have sorts last. */
export const rosterSorts = (
  values: Partial<Record<RosterColumn, string | null>>,
): Record<RosterColumn, string | null> =>
  Object.fromEntries(rosterColumns.map((column) => [column, values[column] ?? null])) as Record<
    RosterColumn,
    string | null
  >;

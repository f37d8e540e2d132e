import { visitsSortText, type VisitMonths } from '../../shared/employees/month-visits.ts';
import { rosterSortKeys, type RosterSortKey } from '../../shared/employees/roster-columns.ts';

// sorts after every member, with or without visits
const noMember = '-';

/** Returns a row's sort values; missing values sort last. */
export const rosterSorts = (
  values: Partial<Record<RosterSortKey, string | null>>,
  months: VisitMonths | null = null,
): Record<RosterSortKey, string | null> => ({
  ...(Object.fromEntries(rosterSortKeys.map((column) => [column, values[column] ?? null])) as Record<
    RosterSortKey,
    string | null
  >),
  visitsOfEvenMonth: months ? visitsSortText(months, 'even') : noMember,
  visitsOfOddMonth: months ? visitsSortText(months, 'odd') : noMember,
});

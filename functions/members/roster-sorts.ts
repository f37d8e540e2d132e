import { visitsSortText, type VisitMonths } from '../../shared/members/month-visits.ts';
import { invitationStatusName, type InvitationStatus } from '../../shared/members/member.ts';
import { normalized, sortsBy, type Sorts } from '../table/entity.ts';
import { rosterSortKeys, type RosterSortKey } from '../../shared/employees/roster-row.ts';

// sorts after every member, with or without visits
const noMember = '-';

/** Returns a row's sort values; missing values sort last. */
export const rosterSorts = (
  values: Partial<Record<RosterSortKey, string | null>>,
  months: VisitMonths | null = null,
): Sorts => {
  const visits = {
    visitsOfEvenMonth: months ? visitsSortText(months, 'even') : noMember,
    visitsOfOddMonth: months ? visitsSortText(months, 'odd') : noMember,
  };
  return sortsBy(rosterSortKeys, { ...noRosterValues, ...values, ...visits });
};

const noRosterValues = Object.fromEntries(rosterSortKeys.map((column) => [column, null])) as Record<
  RosterSortKey,
  null
>;

/** Key of a status within the roster; its rows are sorted by name. */
export const statusKey = (status: InvitationStatus): string =>
  `${normalized(invitationStatusName(status))} #`;

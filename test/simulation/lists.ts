import { loadTotals, totalsOf } from '../../functions/payments/lists/total-store.ts';
import { pageOfMembers } from '../../functions/members/member-row-store.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import { countOf } from '../../functions/table/list.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Observed } from './observed.ts';
import { fail } from './violation.ts';

const listOf = ({ kind, programPaymentTypeId, paymentTypeId, partnerId, periodId }: Payment): string =>
  kind === 'partner'
    ? lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId)
    : kind === 'facility'
      ? lists.facilityPayments(programPaymentTypeId, periodId)
      : lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId);

/** Asserts that the totals and counters that pages show equal the sums of the payments. */
export async function assertTotals({ payments }: Observed): Promise<void> {
  for (const [list, ofList] of Map.groupBy(payments.values(), listOf)) {
    const [shown, actual] = [await loadTotals(list), totalsOf(ofList)];
    if (JSON.stringify(shown) !== JSON.stringify(actual))
      fail(`the totals of ${list} are ${JSON.stringify(shown)}, not ${JSON.stringify(actual)}`);
    const count = await countOf(list);
    if (count !== ofList.length) fail(`the list ${list} counts ${count} payments, not ${ofList.length}`);
  }
}

/** Asserts that the counters of members' visits, which decide about reimbursements, equal the counted visits. */
export async function assertVisitCounts({ visitDates }: Observed): Promise<void> {
  for (const [name, dates] of visitDates) {
    const [memberId = '', month = ''] = name.split(' ');
    const [counter] = await getItems([keys.monthlyVisits(memberId, month)], { consistent: true });
    const count = Number(counter?.n ?? 0);
    if (count !== dates.size)
      fail(`member ${memberId} has ${count} visits in ${month}, and ${dates.size} are stored`);
  }
}

/** Asserts that members show the name of their club, unless a job can still update it. */
export function assertFacilityNames({ members, clubNames, jobs }: Observed): void {
  if (jobs.size > 0) return;
  for (const { id, facilityId, facilityName, invitationStatus } of members.values())
    if (facilityId !== null && invitationStatus !== 8 && facilityName !== clubNames.get(facilityId))
      fail(`member ${id} of ${clubNames.get(facilityId)} shows ${facilityName}`);
}

/** Asserts that the list of each club shows its members once, under its name unless a job still updates it, and counts them. */
export async function assertFacilityLists({ members, clubNames, jobs }: Observed): Promise<void> {
  for (const [facilityId, name] of clubNames) {
    const { items, totalCount } = await pageOfMembers(facilityId, { pageSize: 1000 });
    const shown = items.map(({ memberId }) => memberId).toSorted();
    const actual = [...members.values()].filter(
      (member) => member.facilityId === facilityId && member.invitationStatus !== 8,
    );
    const ids = actual.map(({ id }) => id).toSorted();
    if (shown.join() !== ids.join())
      fail(`the list of club ${facilityId} has ${shown.join()}, and its members are ${ids.join()}`);
    if (totalCount !== shown.length)
      fail(`club ${facilityId} counts ${totalCount} of ${shown.length} members`);
    // an import that was interrupted begins the update of its clubs when it is resumed
    const isUpdating = [...jobs.values()].some(
      ({ kind, input }) =>
        kind === 'clubs import' || (kind === 'club members' && input.facilityId === facilityId),
    );
    const other = isUpdating ? undefined : items.find(({ facilityName }) => facilityName !== name);
    if (other) fail(`member ${other.memberId} of ${name} shows ${other.facilityName}`);
  }
}

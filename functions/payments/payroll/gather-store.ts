import type { PeriodId } from '../../../shared/calendar.ts';
import { memberDues, memberReimbursements } from '../../../shared/payments/payment-status.ts';
import {
  entriesOfClub,
  entriesOfMember,
  type PayrollEntry,
} from '../../../shared/payments/payroll/payroll.ts';
import { lists } from '../../table/keys.ts';
import { countOf, pagesOfList } from '../../table/list.ts';
import { countedMemberIds } from '../generation/reason-store.ts';
import {
  facilityPaymentPages,
  facilityPaymentsList,
  memberPaymentsList,
} from '../lists/payment-list-store.ts';
import { programPaymentTypes } from '../../../shared/programs.ts';

/** The target number of entries per step and the page sizes. Facility payments have many members each. */
export const payrollLimits = { entriesInStep: 5_000, memberPage: 1_000, clubPage: 10 };

/** A position in one of the month's lists. `after` is null before the first page. */
export interface GatherPosition {
  list: number;
  after: string | null;
}

type Pages = AsyncIterable<{ entries: PayrollEntry[]; cursor: string | null }>;

/** The lists of a partner's month for every program that it may have had. */
const sources = programPaymentTypes.flatMap(({ id: programPaymentTypeId }) => [
  { programPaymentTypeId, paymentTypeId: memberDues },
  { programPaymentTypeId, paymentTypeId: memberReimbursements },
  { programPaymentTypeId, paymentTypeId: null },
]);

/** Returns the approximate number of a partner's members. */
export const countPeople = (partnerId: string): Promise<number> => countOf(lists.employees(partnerId));

/** Loads the next entries of a partner's month and the next position, which is null at the end. */
export async function gatherEntries(
  of: { partnerId: string; periodId: PeriodId; onSiteClubs: readonly string[] },
  from: GatherPosition,
): Promise<{ entries: PayrollEntry[]; next: GatherPosition | null }> {
  const found: PayrollEntry[] = [];
  for (const [list, source] of sources.entries()) {
    if (list < from.list) continue;
    for await (const { entries, cursor } of pagesOf(of, source, list === from.list ? from.after : null)) {
      found.push(...entries);
      if (found.length < payrollLimits.entriesInStep) continue;
      if (cursor !== null) return { entries: found, next: { list, after: cursor } };
      if (list + 1 < sources.length) return { entries: found, next: { list: list + 1, after: null } };
    }
  }
  return { entries: found, next: null };
}

async function* pagesOf(
  { partnerId, periodId, onSiteClubs }: Parameters<typeof gatherEntries>[0],
  { programPaymentTypeId, paymentTypeId }: (typeof sources)[number],
  after: string | null,
): Pages {
  if (paymentTypeId !== null) {
    const list = memberPaymentsList({ programPaymentTypeId, paymentTypeId, partnerId, periodId });
    const options = { pageSize: payrollLimits.memberPage, ...(after !== null && { after }) };
    for await (const { rows, cursor } of pagesOfList(list, 'memberFullName', options))
      yield { entries: rows.flatMap(entriesOfMember), cursor };
    return;
  }
  const list = facilityPaymentsList({ programPaymentTypeId, periodId });
  for await (const { rows, cursor } of facilityPaymentPages(list, partnerId, after, payrollLimits.clubPage)) {
    const entries: PayrollEntry[] = [];
    for (const payment of rows)
      entries.push(...entriesOfClub(payment, await countedMemberIds(payment), onSiteClubs));
    yield { entries, cursor };
  }
}

import { addPeriods, type CalendarDate, type PeriodId } from '../../../shared/calendar.ts';
import { duesPaidBackId } from '../../../shared/payments/dues-paid-back.ts';
import {
  isOfKind,
  memberDues,
  memberReimbursements,
  paymentIdOf,
  type FacilityPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { loadPayments } from '../store.ts';
import { isPaycheckReimbursement } from '../../../shared/payments/reimbursement-wait.ts';
import {
  entriesOfFacility,
  entriesOfMember,
  payYearOf,
  type PayrollEntry,
} from '../../../shared/payments/payroll.ts';
import type { PaymentMembers } from '../../../shared/payments/share-group.ts';
import { loadBankFiles } from '../../bank-files/store.ts';
import { loadReimbursementWaits } from './reimbursement-waits.ts';
import { lists } from '../../table/keys.ts';
import { countOf } from '../../table/list.ts';
import { storedMembers } from '../reason-store.ts';
import { pagesOfPayments } from '../lists/payment-list-store.ts';
import type { PayrollYear } from './store.ts';
import { programPaymentTypes } from '../../../shared/programs.ts';

/** The target number of entries per step and the page sizes. Facility payments have many members each. */
export const payrollLimits = { entriesInStep: 5_000, memberPage: 1_000, clubPage: 10 };

/** A position in one of the month's lists. `after` is null before the first page. */
export interface GatherPosition {
  list: number;
  after: string | null;
}

type Pages = AsyncIterable<{ entries: PayrollEntry[]; cursor: string | null }>;

/** The number of months before the year whose dues offset what clubs receive later for these months. */
const earlierDuesMonths = 3;

/** The lists of a partner's month for every program that it may have had. */
const sourcesOf = (periodId: PeriodId) =>
  programPaymentTypes.flatMap(({ id: programPaymentTypeId }) => [
    ...earlierDues(periodId).map((period) => ({ programPaymentTypeId, paymentTypeId: memberDues, period })),
    { programPaymentTypeId, paymentTypeId: memberDues, period: periodId },
    { programPaymentTypeId, paymentTypeId: memberReimbursements, period: periodId },
    { programPaymentTypeId, paymentTypeId: null, period: periodId },
  ]);

const earlierDues = (periodId: PeriodId): PeriodId[] =>
  periodId.endsWith('01')
    ? Array.from({ length: earlierDuesMonths }, (_, index) => addPeriods(periodId, -1 - index))
    : [];

/** Returns the approximate number of a partner's members. */
export const countPeople = (partnerId: string): Promise<number> => countOf(lists.employees(partnerId));

interface MonthOfPartner {
  partnerId: string;
  periodId: PeriodId;
  onSiteClubs: readonly string[];
  /** The earlier payroll files of the year. */
  files: PayrollYear['files'];
}

/** Loads the next entries of a partner's month and the next position, which is null at the end. */
export async function gatherEntries(
  of: MonthOfPartner,
  from: GatherPosition,
): Promise<{ entries: PayrollEntry[]; next: GatherPosition | null }> {
  const gathered: PayrollEntry[] = [];
  const sources = sourcesOf(of.periodId);
  for (const [list, source] of sources.entries()) {
    if (list < from.list) continue;
    for await (const { entries, cursor } of pagesOf(of, source, list === from.list ? from.after : null)) {
      gathered.push(...entries);
      if (gathered.length < payrollLimits.entriesInStep) continue;
      if (cursor !== null) return { entries: gathered, next: { list, after: cursor } };
      if (list + 1 < sources.length) return { entries: gathered, next: { list: list + 1, after: null } };
    }
  }
  return { entries: gathered, next: null };
}

async function* pagesOf(
  { partnerId, onSiteClubs, files }: MonthOfPartner,
  { programPaymentTypeId, paymentTypeId, period }: ReturnType<typeof sourcesOf>[number],
  after: string | null,
): Pages {
  if (paymentTypeId !== null) {
    const list = { programPaymentTypeId, paymentTypeId, partnerId, periodId: period };
    const reading = { after, pageSize: payrollLimits.memberPage };
    for await (const { rows, cursor } of pagesOfPayments('member', list, reading)) {
      const dates = await effectiveDatesOf(rows);
      const waits = await loadReimbursementWaits(rows.filter(isPaycheckReimbursement), { files });
      const due = rows.filter(({ id }) => !waits.has(id));
      yield {
        entries: due.flatMap((payment) => entriesOfMember(payment, payYearOf(payment, dates))),
        cursor,
      };
    }
    return;
  }
  const list = { programPaymentTypeId, partnerId, periodId: period };
  const reading = { after, pageSize: payrollLimits.clubPage };
  for await (const { rows, cursor } of pagesOfPayments('facility', list, reading)) {
    const dates = await effectiveDatesOf(rows);
    const entries: PayrollEntry[] = [];
    for (const payment of rows) {
      const counted = await storedMembers(payment);
      entries.push(
        ...entriesOfFacility(payment, counted, onSiteClubs, payYearOf(payment, dates)),
        ...(await olderDuesOf(payment, counted)),
      );
    }
    yield { entries, cursor };
  }
}

/**
 * Returns the dues of members who are paid late for a month that precedes the listed ones, because their first dues were
 * collected late. A club is paid late for a member's month only once.
 */
async function olderDuesOf(payment: FacilityPayment, { groups }: PaymentMembers): Promise<PayrollEntry[]> {
  const { programPaymentTypeId, partnerId, periodId } = payment;
  const firstListed = addPeriods(`${periodId.slice(0, 4)}01`, -earlierDuesMonths);
  const name = { kind: 'member', programPaymentTypeId, paymentTypeId: memberDues, partnerId } as const;
  const ids = groups
    .filter(({ kind, period }) => kind === 'late' && period < firstListed)
    .flatMap(({ memberIds, period }) =>
      memberIds.map((memberId) => paymentIdOf({ ...name, memberId, periodId: period })),
    );
  const dues = (await loadPayments(ids)).filter((each) => isOfKind(each, 'member'));
  const payments = [...dues, ...(await loadPayments(dues.map(duesPaidBackId)))].filter((each) =>
    isOfKind(each, 'member'),
  );
  const dates = await effectiveDatesOf(payments);
  return payments.flatMap((each) => entriesOfMember(each, payYearOf(each, dates)));
}

/** Returns the effective dates of the payments' last files. */
async function effectiveDatesOf(payments: readonly Payment[]): Promise<Map<string, CalendarDate>> {
  const ids = payments.flatMap(({ attempts }) => attempts.at(-1)?.bankFileId ?? []);
  const files = await loadBankFiles([...new Set(ids)]);
  return new Map(files.map(({ id, effectiveDate }) => [id, effectiveDate]));
}

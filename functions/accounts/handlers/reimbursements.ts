import { pageSize as usualSize, type Page } from '../../../shared/page.ts';
import { Refusal } from '../../../shared/refusal.ts';
import {
  everReimbursed,
  periodsInRange,
  type PeriodRange,
  type ReimbursementGroup,
  reimbursementRowOf,
  type ReimbursementRow,
  sortReimbursements,
} from '../../../shared/accounts/reimbursement-history.ts';
import { isStillCancelable } from '../end-membership.ts';
import { type Membership, hasAccounts, loadMemberships } from '../memberships.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { dateInChicago, type PeriodId } from '../../../shared/calendar.ts';
import { memberReimbursements } from '../../../shared/payments/payment.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';
import { loadReimbursementWaits } from '../../payments/payroll/reimbursement-waits.ts';
import { visitCounts } from '../../visits/store.ts';
import { loadMemberPayments } from '../../payments/member-payments.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { insuranceInfoOf } from '../../../shared/accounts/insurance-info.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';

/** Sorts and paginates a small set of rows in memory. The cursor is the ID of the previous page's last row. */
function pageOfRows<Row extends { id: string }>(
  rows: readonly Row[],
  { cursor, pageSize = usualSize }: { cursor?: string | undefined; pageSize?: number | undefined },
): Page<Row> {
  const last = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const before = last === undefined ? -1 : rows.findIndex(({ id }) => id === last);
  if (last !== undefined && before < 0)
    throw new Refusal(
      'invalid',
      'This page is no longer available. Start again from the first page.',
      'cursor',
    );
  const items = rows.slice(before + 1, before + 1 + pageSize);
  const hasMore = before + 1 + items.length < rows.length;
  const next = hasMore ? items.at(-1) : undefined;
  return {
    items,
    totalCount: rows.length,
    nextCursor: next ? Buffer.from(next.id).toString('base64url') : null,
  };
}

/** Groups memberships by program. */
function reimbursementGroups(
  memberships: readonly Membership[],
  range: PeriodRange,
  now: Date,
): { group: ReimbursementGroup; memberships: Membership[] }[] {
  const periods = periodsInRange(range, now);
  const byProgram = Map.groupBy(memberships, ({ program }) => program.partnerId);
  return [...byProgram.values()].flatMap((ofProgram) => {
    const [first] = ofProgram;
    if (!first) return [];
    const group = {
      name: first.partnerName,
      hideReimbursementHistory: !everReimbursed(first.program),
      memberIds: ofProgram.map(({ member }) => member.id),
      planOrProgramId: 0,
      enrollmentEntity: 'plan' as const,
      periodIdFrom: periods.at(-1) ?? '',
      periodIdTo: periods[0] ?? '',
    };
    return { group, memberships: ofProgram };
  });
}

/** Loads the reimbursement rows of memberships: payments and visit counts in one round trip. */
async function loadReimbursements(
  memberships: readonly Membership[],
  periods: readonly PeriodId[],
  now: Date,
): Promise<ReimbursementRow[]> {
  const today = dateInChicago(now);
  const deposits = loadBankAccounts(memberships.flatMap(({ member }) => member.depositPayeeToken ?? []));
  const rows = await Promise.all(
    memberships.map(async ({ member, program }) => {
      const [payments, visits, accounts] = await Promise.all([
        loadMemberPayments(member, program.programPaymentTypeId, periods, [memberReimbursements]),
        visitCounts(member.id, periods),
        deposits,
      ]);
      const refused = new Set(accounts.filter(({ held }) => held).map(({ payeeToken }) => payeeToken));
      const waits = await loadReimbursementWaits(payments, { members: [member] });
      return payments.map((payment) =>
        reimbursementRowOf(payment, member, {
          visitCount: visits.get(payment.periodId) ?? 0,
          today,
          wait: waits.get(payment.id),
          isAccountRefused: payment.payeeToken !== null && refused.has(payment.payeeToken),
        }),
      );
    }),
  );
  return rows.flat();
}

export const insuranceInfoHandler = handle(accounts.insuranceInfo, async ({ query, caller, now }) => {
  const all = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const former = await Promise.all(all.map(({ member }) => isStillCancelable(member, now)));
  const memberships = all.filter(({ member }, index) => isEnrolled(member) || former[index]);
  const ids = memberships.flatMap(({ member }) => member.facilityId ?? []);
  const facilities = await loadFacilities([...new Set(ids)]);
  return memberships.map(({ member, terms, partnerName }) =>
    insuranceInfoOf({
      member,
      terms,
      partnerName,
      facilities: facilities.filter(({ id }) => id === member.facilityId),
    }),
  );
});

export const reimbursementCheckHandler = handle(accounts.reimbursementCheck, async ({ query, caller, now }) =>
  (await loadMemberships(caller, query.memberIds, now)).some(({ program }) => everReimbursed(program)),
);

export const reimbursementHistoryHandler = handle(
  accounts.reimbursementHistory,
  async ({ query, caller, now }) => {
    const periods = periodsInRange(query, now);
    const memberships = await loadMemberships(caller, query.memberIds, now);
    return Promise.all(
      reimbursementGroups(memberships, query, now).map(async ({ group, memberships: ofGroup }) => {
        const rows = group.hideReimbursementHistory ? [] : await loadReimbursements(ofGroup, periods, now);
        return { ...group, reimbursements: pageOfRows(sortReimbursements(rows), {}) };
      }),
    );
  },
);

export const reimbursementHandler = handle(accounts.reimbursement, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  return reimbursementGroups(memberships, {}, now).map(({ group }) => group);
});

export const reimbursementsGroupHandler = handle(
  accounts.reimbursementsGroup,
  async ({ params, query, caller, now }) => {
    // group memberships are the only program so far, with pseudo plan 0
    if (params.enrollmentEntity !== 'plan' || params.planOrProgramId !== 0)
      throw new Refusal('not-found', 'Program not found.');
    const periods = periodsInRange(query, now);
    const memberships = await loadMemberships(caller, query.memberIds, now);
    const paidBack = memberships.filter(({ program }) => everReimbursed(program));
    const rows = await loadReimbursements(paidBack, periods, now);
    return pageOfRows(sortReimbursements(rows, query.sortBy, query.sortOrder), query);
  },
);

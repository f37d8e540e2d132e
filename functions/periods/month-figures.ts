import { bankFlowRow, bankFlows } from '../../shared/bank-files/bank-flow-table.ts';
import {
  type PeriodId,
  dateInChicago,
  duesGenerationDate,
  periodStart,
  type CalendarDate,
} from '../../shared/calendar.ts';
import type { Cents } from '../../shared/money.ts';
import type { Payment, PaymentKind } from '../../shared/payments/payment.ts';
import { partnerPaymentTypes } from '../../shared/payments/payment-types.ts';
import { programPaymentTypes, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadAllTotals } from '../payments/lists/total-store.ts';
import { loadStatusAmounts, noAmounts, type StatusAmounts } from '../payments/lists/status-amount-store.ts';
import type { ApprovalRow } from '../../shared/bank-files/approval.ts';
import { openStatuses, type BankFile } from '../../shared/bank-files/bank-file.ts';
import { closingDate, isClosed, lastReportingDay } from '../../shared/periods/period.ts';
import type { MonthFigures, MonthSums } from '../../shared/periods/month-steps.ts';
import { waitingApprovals } from '../bank-files/approving/approvals-sheet.ts';
import { bankFilesIn } from '../bank-files/store.ts';
import { loadJobs } from '../jobs/store.ts';
import { findMonthProof, type MonthProof } from '../ledger/proof-store.ts';
import { generatedList, loadLastGenerations } from '../payments/generation/generation-store.ts';
import {
  closedMonthGenerations,
  currentMonthGenerations,
  duesGenerations,
  type Scheduled,
} from '../payments/generation/schedule-rows.ts';
import { visitsOfAll } from '../visits/visit-tally-store.ts';

type PaymentTypeId = Payment['paymentTypeId'];

/** Pending cents of one payments page; null for all programs, because member payments have totals per partner only. */
interface AmountToSend {
  kind: PaymentKind;
  programPaymentTypeId: ProgramPaymentTypeId | null;
  paymentTypeId: PaymentTypeId;
  amount: Cents;
}
type Group = Omit<AmountToSend, 'amount'> & { periodId: PeriodId };

const sendable = bankFlows
  .map(bankFlowRow)
  .flatMap(({ kind, paymentTypeIds }) => paymentTypeIds.map((paymentTypeId) => ({ kind, paymentTypeId })));

const programsOf = ({ kind, paymentTypeId }: (typeof sendable)[number]): (ProgramPaymentTypeId | null)[] =>
  kind === 'member'
    ? [null]
    : programPaymentTypes
        .map(({ id }) => id)
        .filter((id) => kind === 'facility' || partnerPaymentTypes[id].includes(paymentTypeId));

const listOf = ({ kind, programPaymentTypeId, ...group }: Group): string | null =>
  programPaymentTypeId && generatedList(kind, { ...group, programPaymentTypeId });

/** Loads the amounts to be sent of some months by payments page, from counters only. */
async function amountsToSend(
  periodIds: readonly PeriodId[],
  amountsOf: Awaited<ReturnType<typeof loadStatusAmounts>>,
): Promise<(periodId: PeriodId) => AmountToSend[]> {
  const groups: Group[] = periodIds.flatMap((periodId) =>
    sendable
      .filter(({ paymentTypeId }) => amountsOf({ paymentTypeId, periodId }).pending !== 0)
      .flatMap((type) =>
        programsOf(type).map((programPaymentTypeId) => ({ ...type, programPaymentTypeId, periodId })),
      ),
  );
  const named = groups.map(listOf);
  const listNames = named.filter((list) => list !== null);
  const totals = await loadAllTotals(listNames);
  const pendingOf = new Map(listNames.map((list, index) => [list, totals[index]?.pending ?? 0]));
  const rows = groups.map(({ periodId, ...group }, index) => {
    const list = named[index] ?? null;
    const amount =
      list === null
        ? amountsOf({ paymentTypeId: group.paymentTypeId, periodId }).pending
        : (pendingOf.get(list) ?? 0);
    return { periodId, row: { ...group, amount } };
  });
  return (period) =>
    rows.filter(({ periodId, row }) => periodId === period && row.amount !== 0).map(({ row }) => row);
}

interface MonthWithFigures {
  periodId: PeriodId;
  countedAt: string | null;
  figures: MonthFigures;
  toSend: AmountToSend[];
}

/** Returns the generations of a month: their lists and due dates. */
const generationsOf = (periodId: PeriodId): { list: string; due: CalendarDate }[] => {
  const dated = (rows: readonly Scheduled[], due: CalendarDate) =>
    rows.map((row) => ({ due, list: generatedList(row.kind, { ...row, periodId }) }));
  return [
    ...dated(duesGenerations, duesGenerationDate(periodId)),
    ...dated(currentMonthGenerations, periodStart(periodId)),
    ...dated(closedMonthGenerations, closingDate(periodId)),
  ];
};

/**
 * Loads the data for the steps of some months. Reads counters, generation states, and the last proof; the number of
 * reads per month does not depend on the number of payments.
 */
export async function monthFigures(
  periodIds: readonly PeriodId[],
  userId: string,
  at: Date,
): Promise<MonthWithFigures[]> {
  const [visits, proofs, amountsOf, states, approvals, files] = await Promise.all([
    Promise.all(periodIds.map(visitsOfAll)),
    Promise.all(periodIds.map(findMonthProof)),
    loadStatusAmounts(sendableTypes, periodIds),
    generationStates(periodIds),
    waitingApprovals(userId, at),
    bankFilesIn(openStatuses),
  ]);
  const toSendOf = await amountsToSend(periodIds, amountsOf);
  return periodIds.map((periodId, index) => {
    const proof = proofs[index];
    const amounts = amountsInMonth(amountsOf, periodId);
    return {
      periodId,
      toSend: toSendOf(periodId),
      countedAt: proof?.provedAt ?? null,
      figures: {
        visits: visits[index] ?? 0,
        hasBegun: dateInChicago(at) >= periodStart(periodId),
        isClosed: isClosed(periodId, at),
        closesOn: closingDate(periodId),
        reportedUntil: lastReportingDay(periodId),
        generations: generationsMade(periodId, states, proof, dateInChicago(at)),
        sums: proof ? sumsOf(proof, amounts) : null,
        pending: amounts.pending,
        approvals: approvalsOf(periodId, approvals),
        files: filesOf(periodId, files),
      },
    };
  });
}

type States = ReadonlyMap<string, 'running' | 'done' | 'failed'>;

/** Returns the state of the last generation of each list; omits lists that were never generated. */
async function generationStates(periodIds: readonly PeriodId[]): Promise<States> {
  const lists = periodIds.flatMap(generationsOf).map(({ list }) => list);
  const generations = await loadLastGenerations(lists);
  const jobs = new Map(
    (await loadJobs(generations.map(({ jobId }) => jobId))).map((job) => [job.id, job.status]),
  );
  return new Map(
    generations.flatMap(({ list, jobId }) => (jobs.has(jobId) ? [[list, jobs.get(jobId) ?? 'done']] : [])),
  );
}

function generationsMade(
  periodId: PeriodId,
  states: States,
  proof: MonthProof | undefined,
  today: CalendarDate,
): MonthFigures['generations'] {
  const rows = generationsOf(periodId);
  // payments that precede generation states, or were carried over, have none
  const isFromBefore = rows.every(({ list }) => !states.has(list)) && (proof?.owed ?? 0) > 0;
  const isMade = ({ list }: (typeof rows)[number]) => isFromBefore || states.get(list) === 'done';
  const due = rows.filter((candidate) => candidate.due <= today);
  return {
    all: rows.length,
    due: due.length,
    made: due.filter(isMade).length,
    running: rows.filter(({ list }) => states.get(list) === 'running').length,
    nextDue:
      rows
        .map((item) => item.due)
        .toSorted()
        .find((day) => day > today) ?? null,
  };
}

const sendableTypes = bankFlows.flatMap((bankFlow) => bankFlowRow(bankFlow).paymentTypeIds);

const amountsInMonth = (
  amountsOf: Awaited<ReturnType<typeof loadStatusAmounts>>,
  periodId: PeriodId,
): StatusAmounts =>
  sendableTypes
    .map((paymentTypeId) => amountsOf({ paymentTypeId, periodId }))
    .reduce(
      (sum, statusAmounts) => ({
        pending: sum.pending + statusAmounts.pending,
        submitted: sum.submitted + statusAmounts.submitted,
        received: sum.received + statusAmounts.received,
        returned: sum.returned + statusAmounts.returned,
        completed: sum.completed + statusAmounts.completed,
      }),
      noAmounts,
    );

/** Returns the last proof with the current amounts: payments change status between proofs. */
const sumsOf = (
  { owed, corrected, outstanding, unexplained, findingCount }: MonthProof,
  { pending, ...amounts }: StatusAmounts,
): MonthSums => ({ owed, corrected, outstanding, unexplained, findingCount, toSend: pending, ...amounts });

function approvalsOf(periodId: PeriodId, approvals: readonly ApprovalRow[]): MonthFigures['approvals'] {
  const own = approvals.filter(({ filter }) => filter.periodId === periodId);
  return {
    waiting: own.length,
    ofCaller: own.filter(({ isRequestedByCaller }) => isRequestedByCaller).length,
  };
}

function filesOf(periodId: PeriodId, files: readonly BankFile[]): MonthFigures['files'] {
  const own = files.filter(({ filter, purpose }) => filter.periodId === periodId && purpose !== 'prenotes');
  const unknown = own.filter(({ status }) => status === 'unknown').length;
  return { unknown, onTheirWay: own.length - unknown };
}

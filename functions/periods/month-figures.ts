import type { ApprovalRow } from '../../shared/bank-files/approval.ts';
import { bankFlowRow, bankFlows } from '../../shared/bank-files/bank-flow-table.ts';
import { openStatuses, type BankFile } from '../../shared/bank-files/bank-file.ts';
import {
  dateInChicago,
  duesGenerationDate,
  periodStart,
  type CalendarDate,
  type PeriodId,
} from '../../shared/calendar.ts';
import { closingDate, isClosed, lastReportingDay } from '../../shared/periods/period.ts';
import type { MonthFigures, MonthSums } from '../../shared/periods/month-steps.ts';
import { waitingApprovals } from '../bank-files/approving/approvals-sheet.ts';
import { amountsToSend, type AmountToSend } from './amounts-to-send.ts';
import { bankFilesIn } from '../bank-files/store.ts';
import { loadJobs } from '../jobs/store.ts';
import { loadStatusAmounts, noAmounts, type StatusAmounts } from '../payments/lists/status-amount-store.ts';
import { findMonthProof, type MonthProof } from '../ledger/proof-store.ts';
import { loadLastGenerations } from '../payments/generation/generation-store.ts';
import {
  closedMonthGenerations,
  currentMonthGenerations,
  duesGenerations,
  listOfScheduled,
} from '../payments/generation/schedule-rows.ts';
import type { Scheduled } from '../payments/generation/schedule-rows.ts';
import { visitsOfAll } from '../visits/visit-tally-store.ts';

interface MonthWithFigures {
  periodId: PeriodId;
  countedAt: string | null;
  figures: MonthFigures;
  toSend: AmountToSend[];
}

/** Returns the generations of a month: their lists and due dates. */
const generationsOf = (periodId: PeriodId): { list: string; due: CalendarDate }[] => {
  const dated = (rows: readonly Scheduled[], due: CalendarDate) =>
    rows.map((row) => ({ due, list: listOfScheduled(row, periodId) }));
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
    ofCaller: own.filter(({ isRequestedByCaller: isAskedByCaller }) => isAskedByCaller).length,
  };
}

function filesOf(periodId: PeriodId, files: readonly BankFile[]): MonthFigures['files'] {
  const own = files.filter(({ filter, purpose }) => filter.periodId === periodId && purpose !== 'prenotes');
  const unknown = own.filter(({ status }) => status === 'unknown').length;
  return { unknown, onTheirWay: own.length - unknown };
}

import {
  type PeriodId,
  dateInChicago,
  duesGenerationDate,
  periodStart,
  type CalendarDate,
} from '../../shared/calendar.ts';
import { loadStatusAmounts, noAmounts, type StatusAmounts } from '../payments/lists/status-amount-store.ts';
import type { ApprovalRow } from '../../shared/bank-files/approval.ts';
import { openStatuses, type BankFile } from '../../shared/bank-files/bank-file.ts';
import { closingDate, isClosed, lastReportingDay } from '../../shared/periods/period.ts';
import { areDuesLocked } from '../../shared/payments/payment-calendar.ts';
import {
  partsToSend,
  type MonthFigures,
  type MonthLine,
  type MonthSums,
} from '../../shared/payments/month-steps.ts';
import { waitingApprovals } from '../bank-files/approving/approvals-sheet.ts';
import { hasReturned } from '../bank-files/run-payment-store.ts';
import { bankFilesIn } from '../bank-files/store.ts';
import {
  pagesToSend,
  programsOf,
  sendable,
  sumOfParts,
  type PageToSend,
} from '../bank-files/treasury/figures.ts';
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

type AmountsOf = Awaited<ReturnType<typeof loadStatusAmounts>>;
type LinesOf = (periodId: PeriodId) => MonthLine[];

/** Returns the lines of a page: one for each part of its Pending amount. */
const linesOfPage = ({ filter, parts, sendableFrom, dueOn }: PageToSend): MonthLine[] =>
  partsToSend
    .filter((part) => parts[part] !== 0)
    .map((part) => ({
      step: 'sent',
      kind: filter.flow,
      paymentTypeId: filter.paymentTypeId,
      programPaymentTypeIds: [filter.programPaymentTypeId],
      amount: parts[part],
      part,
      sendableFrom: part === 'later' ? sendableFrom : null,
      dueOn,
    }));

/** Returns the amount of returned payments that pages send again; they need no decision. */
const resentOn = (pages: readonly PageToSend[]): number => pages.reduce((sum, { resent }) => sum + resent, 0);

/** Returns the lines of returned payments that need a decision, with the programs that have some. */
async function linesReturned(
  periodIds: readonly PeriodId[],
  amountsOf: AmountsOf,
  pages: readonly PageToSend[],
): Promise<LinesOf> {
  const groups = periodIds.flatMap((periodId) =>
    sendable.map((type) => {
      const ownPages = pages.filter(
        ({ filter }) => filter.periodId === periodId && filter.paymentTypeId === type.paymentTypeId,
      );
      const amount = amountsOf({ ...type, periodId }).returned - resentOn(ownPages);
      return { ...type, periodId, ownPages, amount };
    }),
  );
  const lines = await Promise.all(
    groups
      .filter(({ amount }) => amount !== 0)
      .map(async ({ kind, paymentTypeId, periodId, ownPages, amount }) => {
        const programs = programsOf({ kind, paymentTypeId });
        const areReturned = await Promise.all(
          programs.map(async (programPaymentTypeId) => {
            const page = ownPages.find(({ filter }) => filter.programPaymentTypeId === programPaymentTypeId);
            const of = {
              flow: kind,
              programPaymentTypeId,
              paymentTypeId,
              periodId,
              partnerId: 'all',
            } as const;
            return page?.needsDecision ?? hasReturned(of);
          }),
        );
        const line: MonthLine = {
          step: 'settled',
          kind,
          paymentTypeId,
          programPaymentTypeIds: programs.filter((_, index) => areReturned[index]),
          amount,
          part: null,
          sendableFrom: null,
          dueOn: null,
        };
        return { periodId, line };
      }),
  );
  return (periodId) => lines.filter((row) => row.periodId === periodId).map(({ line }) => line);
}

/** Returns the generations of a month that are due, neither complete nor running. */
const missingLines = (
  periodId: PeriodId,
  isMissing: (list: string) => boolean,
  today: CalendarDate,
): MonthLine[] =>
  generationsOf(periodId)
    .filter((row) => row.due <= today && isMissing(row.list) && !isLapsed(row, today))
    .map(({ row: { kind, paymentTypeId, programPaymentTypeId: id } }) => ({
      step: 'generated',
      kind,
      paymentTypeId,
      programPaymentTypeIds: [id],
      amount: null,
      part: null,
      sendableFrom: null,
      dueOn: null,
    }));

interface MonthWithFigures {
  periodId: PeriodId;
  countedAt: string | null;
  figures: MonthFigures;
  lines: MonthLine[];
}

interface DatedGeneration {
  row: Scheduled;
  periodId: PeriodId;
  list: string;
  due: CalendarDate;
}

/** Returns the generations of a month: their lists and dates. */
const generationsOf = (periodId: PeriodId): DatedGeneration[] => {
  const dated = (rows: readonly Scheduled[], due: CalendarDate) =>
    rows.map((row) => ({ row, due, periodId, list: generatedList(row.kind, { ...row, periodId }) }));
  return [
    ...dated(duesGenerations, duesGenerationDate(periodId)),
    ...dated(currentMonthGenerations, periodStart(periodId)),
    ...dated(closedMonthGenerations, closingDate(periodId)),
  ];
};

/**
 * Loads the data for the steps of some months. Reads counters, generation states, the last proof, and a bounded
 * number of open payments per page.
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
  const pages = await pagesToSend(periodIds, amountsOf, at);
  const returnedOf = await linesReturned(periodIds, amountsOf, pages);
  const today = dateInChicago(at);
  return periodIds.map((periodId, index) => {
    const proof = proofs[index];
    const amounts = amountsInMonth(amountsOf, periodId);
    const isMade = madeIn(periodId, states, proof);
    const ownPages = pages.filter(({ filter }) => filter.periodId === periodId);
    const isMissing = (list: string) => !isMade(list) && states.get(list) !== 'running';
    return {
      periodId,
      lines: [
        ...missingLines(periodId, isMissing, today),
        ...ownPages.flatMap(linesOfPage),
        ...returnedOf(periodId),
      ],
      countedAt: proof?.provedAt ?? null,
      figures: {
        visits: visits[index] ?? 0,
        hasBegun: dateInChicago(at) >= periodStart(periodId),
        isClosed: isClosed(periodId, at),
        closesOn: closingDate(periodId),
        reportedUntil: lastReportingDay(periodId),
        generations: generationsMade(periodId, states, isMade, today),
        sums: proof ? sumsOf(proof, amounts) : null,
        pending: amounts.pending,
        toSend: sumOfParts(ownPages),
        returned: amounts.returned - resentOn(ownPages),
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

type IsMade = (list: string) => boolean;

const isLapsed = ({ row: { paymentTypeId }, periodId }: DatedGeneration, today: CalendarDate): boolean =>
  areDuesLocked({ paymentTypeId, periodId }, today);

function madeIn(periodId: PeriodId, states: States, proof: MonthProof | undefined): IsMade {
  // payments that precede generation states, or were carried over, have none
  const isFromBefore =
    generationsOf(periodId).every(({ list }) => !states.has(list)) && (proof?.owed ?? 0) > 0;
  return (list) => isFromBefore || states.get(list) === 'done';
}

function generationsMade(
  periodId: PeriodId,
  states: States,
  isMade: IsMade,
  today: CalendarDate,
): MonthFigures['generations'] {
  const all = generationsOf(periodId);
  const rows = all.filter((row) => isMade(row.list) || !isLapsed(row, today));
  const due = rows.filter((candidate) => candidate.due <= today);
  return {
    all: rows.length,
    lapsed: all.length - rows.length,
    due: due.length,
    made: due.filter(({ list }) => isMade(list)).length,
    running: rows.filter(({ list }) => states.get(list) === 'running').length,
    nextDue:
      rows
        .map((item) => item.due)
        .toSorted()
        .find((day) => day > today) ?? null,
  };
}

const sendableTypes = sendable.map(({ paymentTypeId }) => paymentTypeId);

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

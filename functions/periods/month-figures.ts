import { bankFlowRow, bankFlows } from '../../shared/bank-files/bank-flow-table.ts';
import {
  type PeriodId,
  dateInChicago,
  duesGenerationDate,
  periodStart,
  type CalendarDate,
} from '../../shared/calendar.ts';
import { effectiveDateOf, promisedDate, sendingWindow } from '../../shared/payments/payment-calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { partnerPaymentTypes } from '../../shared/payments/payment-types.ts';
import { isPartnerPaid, programPaymentTypes, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { pendingOfAllMembers } from '../payments/lists/payment-list-store.ts';
import { loadAllTotals, loadPending } from '../payments/lists/total-store.ts';
import { loadStatusAmounts, noAmounts, type StatusAmounts } from '../payments/lists/status-amount-store.ts';
import type { ApprovalRow } from '../../shared/bank-files/approval.ts';
import { openStatuses, type BankFile } from '../../shared/bank-files/bank-file.ts';
import { closingDate, isClosed, lastReportingDay } from '../../shared/periods/period.ts';
import type { MonthFigures, MonthLine, MonthSums } from '../../shared/payments/month-steps.ts';
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
import { environmentBankSettings } from '../table/bank-settings.ts';
import { visitsOfAll } from '../visits/visit-tally-store.ts';

type PaymentGroup = Pick<MonthLine, 'kind'> & {
  periodId: PeriodId;
  paymentTypeId: Payment['paymentTypeId'];
};
type PaymentPage = PaymentGroup & { programPaymentTypeId: ProgramPaymentTypeId };

const sendable = bankFlows
  .map(bankFlowRow)
  .flatMap(({ kind, paymentTypeIds }) => paymentTypeIds.map((paymentTypeId) => ({ kind, paymentTypeId })));

const programsOf = ({ kind, paymentTypeId }: Omit<PaymentGroup, 'periodId'>): ProgramPaymentTypeId[] =>
  programPaymentTypes
    .map(({ id }) => id)
    .filter((id) =>
      kind === 'member'
        ? !isPartnerPaid({ programPaymentTypeId: id })
        : kind === 'facility' || partnerPaymentTypes[id].includes(paymentTypeId),
    );

type AmountsOf = Awaited<ReturnType<typeof loadStatusAmounts>>;
type LinesOf = (periodId: PeriodId) => MonthLine[];

/** Loads the amounts to be sent of some months by payments page, from counters only. */
async function linesToSend(periodIds: readonly PeriodId[], amountsOf: AmountsOf, at: Date): Promise<LinesOf> {
  const all: PaymentPage[] = periodIds.flatMap((periodId) =>
    sendable
      .filter(({ paymentTypeId }) => amountsOf({ paymentTypeId, periodId }).pending !== 0)
      .flatMap((type) =>
        programsOf(type).map((programPaymentTypeId) => ({ ...type, programPaymentTypeId, periodId })),
      ),
  );
  const ofMembers = all.filter(({ kind }) => kind === 'member');
  const others = all.filter(({ kind }) => kind !== 'member');
  const [memberAmounts, amounts] = await Promise.all([
    pendingOfAllMembers(ofMembers),
    loadPending(others.map((page) => generatedList(page.kind, page))),
  ]);
  const rows = [
    ...others.map((page, index) => ({ page, amount: amounts[index] ?? 0 })),
    ...ofMembers.map((page, index) => ({ page, amount: memberAmounts[index] ?? 0 })),
  ];
  return (periodId) =>
    rows
      .filter(({ page, amount }) => page.periodId === periodId && amount !== 0)
      .map(({ page, amount }) => ({
        step: 'sent',
        kind: page.kind,
        paymentTypeId: page.paymentTypeId,
        programPaymentTypeIds: [page.programPaymentTypeId],
        amount,
        ...datesOf(page, at),
      }));
}

/** Returns when payments can be sent, and the promised day on which they move, or otherwise the earliest one. */
function datesOf(
  { paymentTypeId, periodId }: PaymentGroup,
  at: Date,
): Pick<MonthLine, 'sendableFrom' | 'dueOn'> {
  const settings = environmentBankSettings;
  const bankFlow = bankFlows.find((flow) => bankFlowRow(flow).paymentTypeIds.includes(paymentTypeId));
  if (!settings || !bankFlow) return { sendableFrom: null, dueOn: null };
  const { from } = sendingWindow(bankFlow, periodId, settings);
  return {
    sendableFrom: from !== null && dateInChicago(at) < from ? from : null,
    dueOn: promisedDate(bankFlow, periodId) && effectiveDateOf(bankFlow, periodId, settings, at),
  };
}

/**
 * Loads the returned amounts of some months by payment type, with the programs that have payments of it. Member payments
 * have no counter of all partners, so both programs are named.
 */
async function linesReturned(periodIds: readonly PeriodId[], amountsOf: AmountsOf): Promise<LinesOf> {
  const groups = periodIds.flatMap((periodId) =>
    sendable
      .map((type) => ({ ...type, periodId }))
      .filter((group) => amountsOf(group).returned !== 0)
      .map((group) => ({ group, programs: programsOf(group) })),
  );
  const lists = groups.flatMap(({ group, programs }) =>
    programs.map((programPaymentTypeId) => generatedList(group.kind, { ...group, programPaymentTypeId })),
  );
  const totals = await loadAllTotals(lists);
  const counts = new Map(lists.map((list, index) => [list, totals[index]?.lines ?? 0]));
  return (period) =>
    groups
      .filter(({ group }) => group.periodId === period)
      .map(({ group: { kind, paymentTypeId, periodId }, programs }) => ({
        step: 'settled',
        kind,
        paymentTypeId,
        programPaymentTypeIds: programs.filter(
          (id) =>
            kind === 'member' ||
            counts.get(generatedList(kind, { paymentTypeId, periodId, programPaymentTypeId: id })) !== 0,
        ),
        amount: amountsOf({ paymentTypeId, periodId }).returned,
        sendableFrom: null,
        dueOn: null,
      }));
}

/** Returns the generations of a month that are due, neither complete nor running. */
const missingLines = (
  periodId: PeriodId,
  isMissing: (list: string) => boolean,
  today: CalendarDate,
): MonthLine[] =>
  generationsOf(periodId)
    .filter(({ list, due }) => due <= today && isMissing(list))
    .map(({ row: { kind, paymentTypeId, programPaymentTypeId: id } }) => ({
      step: 'generated',
      kind,
      paymentTypeId,
      programPaymentTypeIds: [id],
      amount: null,
      sendableFrom: null,
      dueOn: null,
    }));

interface MonthWithFigures {
  periodId: PeriodId;
  countedAt: string | null;
  figures: MonthFigures;
  lines: MonthLine[];
}

/** Returns the generations of a month: their lists and due dates. */
const generationsOf = (periodId: PeriodId): { row: Scheduled; list: string; due: CalendarDate }[] => {
  const dated = (rows: readonly Scheduled[], due: CalendarDate) =>
    rows.map((row) => ({ row, due, list: generatedList(row.kind, { ...row, periodId }) }));
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
  const [toSendOf, returnedOf] = await Promise.all([
    linesToSend(periodIds, amountsOf, at),
    linesReturned(periodIds, amountsOf),
  ]);
  const today = dateInChicago(at);
  return periodIds.map((periodId, index) => {
    const proof = proofs[index];
    const amounts = amountsInMonth(amountsOf, periodId);
    const isMade = madeIn(periodId, states, proof);
    const isMissing = (list: string) => !isMade(list) && states.get(list) !== 'running';
    return {
      periodId,
      lines: [...missingLines(periodId, isMissing, today), ...toSendOf(periodId), ...returnedOf(periodId)],
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
        returned: amounts.returned,
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
  const rows = generationsOf(periodId);
  const due = rows.filter((candidate) => candidate.due <= today);
  return {
    all: rows.length,
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

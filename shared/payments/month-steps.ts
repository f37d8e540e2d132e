import { plural } from '../number-words.ts';
import * as z from 'zod';
import { showDate, type CalendarDate } from '../calendar.ts';
import { money, showMoney, type Cents } from '../money.ts';
import { paymentKinds } from './payment.ts';
import { paymentsInText } from './payment-types.ts';
import { programPaymentTypeId } from '../programs.ts';
import { onWire } from '../wire-names.ts';

/** Steps of a month, in order: the name of the completed step, and the action before that. */
export const monthSteps = [
  { id: 'visits', name: 'Visits in', action: 'Import visits' },
  { id: 'closed', name: 'Closed', action: 'Close' },
  { id: 'generated', name: 'Generated', action: 'Generate' },
  { id: 'corrected', name: 'Corrected', action: 'Correct' },
  { id: 'approved', name: 'Approved', action: 'Approve' },
  { id: 'sent', name: 'Sent', action: 'Send' },
  { id: 'acknowledged', name: 'Acknowledged', action: 'Acknowledge' },
  { id: 'settled', name: 'Settled', action: 'Settle' },
  { id: 'proved', name: 'Proved', action: 'Prove' },
] as const;
export type MonthStepId = (typeof monthSteps)[number]['id'];

/** `now`: in progress or possible; `problem`: needs action by a user; `later`: not due yet. */
const stepState = z.enum(['done', 'now', 'problem', 'later']);
export type StepState = z.output<typeof stepState>;

export const monthStep = z.object({
  step: z.enum(monthSteps.map(({ id }) => id)),
  state: stepState,
  /** Completed work, the next action in the imperative, or what the step waits for. */
  text: z.string(),
});
export type MonthStep = z.output<typeof monthStep>;

/**
 * Parts of a Pending amount: what the page of the payments sends now, what can be sent from a later date, what the page
 * checks first because of its number, and what is excluded from sending.
 */
export const partsToSend = ['ready', 'later', 'unchecked', 'excluded'] as const;
export type PartToSend = (typeof partsToSend)[number];
/** Cents by part. */
export type AmountsToSend = Record<PartToSend, Cents>;

/** Payments of a month that need an action on their page: to be generated, to be sent, or returned. */
export const monthLine = z.object({
  step: z.enum(['generated', 'sent', 'settled']),
  kind: z.enum(paymentKinds),
  /** The pages of these payments: one per program. */
  programPaymentTypeIds: z.array(programPaymentTypeId),
  paymentTypeId: onWire('paymentTypeID', z.int()),
  /** Null for payments that are not generated. */
  amount: money({ most: Number.MAX_SAFE_INTEGER }).nullable(),
  /** The part of a Pending amount; null for other steps. */
  part: z.enum(partsToSend).nullable(),
  /** The first date on which they can be sent, if it is in the future. */
  sendableFrom: z.string().nullable(),
  /** The effective date that was promised; null without one. */
  dueOn: z.string().nullable(),
});
export type MonthLine = z.output<typeof monthLine>;

/** Returns the action of a line in the imperative, without its programs. */
export function lineTitle({ step, amount, part, paymentTypeId, sendableFrom }: MonthLine): string {
  const name = paymentsInText(paymentTypeId);
  if (step === 'generated' || amount === null) return `Generate ${name}`;
  const sum = showMoney(amount);
  if (step === 'settled') return `Decide about ${sum} of returned ${name}`;
  if (part === 'later')
    return `Send ${name}${sendableFrom === null ? '' : ` from ${showDate(sendableFrom)}`} (${sum} pending)`;
  if (part === 'excluded') return `Review ${sum} of ${name} excluded from sending`;
  return part === 'unchecked' ? `Check ${sum} of pending ${name}` : `Send ${sum} of ${name}`;
}

/** Cents of a month's proof, by current payment status. */
export interface MonthSums {
  owed: Cents;
  corrected: Cents;
  toSend: Cents;
  submitted: Cents;
  received: Cents;
  returned: Cents;
  completed: Cents;
  outstanding: Cents;
  unexplained: Cents;
  findingCount: number;
}

export interface MonthFigures {
  visits: number;
  hasBegun: boolean;
  isClosed: boolean;
  closesOn: CalendarDate;
  /** Last day on which clubs can report. */
  reportedUntil: CalendarDate;
  /** Number of the month's generations that are created, running, and due, and the date of the next one. */
  generations: {
    all: number;
    due: number;
    made: number;
    running: number;
    /** Not included in the others: generations of dues that were not created and can no longer be collected. */
    lapsed: number;
    nextDue: CalendarDate | null;
  };
  /** Sums of the last proof; null if the month has no proof. */
  sums: MonthSums | null;
  /** Current Pending amount, and its parts. */
  pending: Cents;
  toSend: AmountsToSend;
  /** Current amount that was returned and waits for a decision, without what is sent again. */
  returned: Cents;
  /** Number of files awaiting a second administrator, and of those confirmed first by the caller. */
  approvals: { waiting: number; ofCaller: number };
  files: { unknown: number; onTheirWay: number };
}

type StepStatus = Omit<MonthStep, 'step'>;
const done = (text: string): StepStatus => ({ state: 'done', text });
const now = (text: string): StepStatus => ({ state: 'now', text });
const failedStep = (text: string): StepStatus => ({ state: 'problem', text });
const later = (text = ''): StepStatus => ({ state: 'later', text });

const fileCount = (count: number): string => plural(count, 'file', 'files');

function visitsStep({ visits, hasBegun, isClosed, reportedUntil }: MonthFigures): StepStatus {
  if (!hasBegun) return later();
  const counted = plural(visits, 'visit', 'visits');
  if (isClosed)
    return visits === 0 ? failedStep('Import the check-ins. None arrived.') : done(`${counted} counted.`);
  return now(`Import check-ins until ${showDate(reportedUntil)}. ${counted} so far.`);
}

const closedStep = ({ isClosed, closesOn }: MonthFigures): StepStatus =>
  isClosed ? done(`Closed on ${showDate(closesOn)}.`) : later(`Closes on ${showDate(closesOn)}.`);

function generatedStep({
  generations: { all, due, made: built, running, lapsed, nextDue },
}: MonthFigures): StepStatus {
  if (running > 0) return now(`${plural(running, 'generation is', 'generations are')} running.`);
  if (built < due) return failedStep('Generate the missing payments.');
  if (due === all)
    return done(
      lapsed > 0
        ? 'All payments are generated, except dues that can no longer be collected.'
        : 'All payments of the month are generated.',
    );
  const rest = nextDue ? `on ${showDate(nextDue)}` : 'later';
  return later(built === 0 ? `Begins ${rest}.` : `The remaining payments are generated ${rest}.`);
}

type Counted = MonthFigures & { sums: MonthSums };

function correctedStep({ sums: { corrected, toSend } }: Counted): StepStatus {
  if (corrected > 0) return done(`${showMoney(corrected)} corrected.`);
  return toSend > 0 ? later('Amounts can be corrected until they are sent.') : done('No corrections.');
}

function approvedStep({ approvals: { waiting, ofCaller }, sums }: MonthFigures): StepStatus {
  if (waiting > ofCaller) return now(`Approve ${fileCount(waiting - ofCaller)}.`);
  if (waiting > 0)
    return now(
      `${plural(waiting, 'file waits', 'files wait')} for another administrator, because you confirmed first.`,
    );
  if (!sums) return later();
  return sums.toSend > 0
    ? later('Determined when a file is sent.')
    : done('No files are waiting for approval.');
}

/** Sentences about the parts of a Pending amount, in this order. */
const partText: Record<PartToSend, (sum: string) => string> = {
  ready: (sum) => `Send ${sum}.`,
  unchecked: (sum) => `Check ${sum} that is pending.`,
  later: (sum) => `${sum} can be sent later.`,
  excluded: (sum) => `${sum} is excluded from sending: review it.`,
};

function sentStep({ sums, toSend, files: { unknown, onTheirWay } }: MonthFigures): StepStatus {
  if (unknown > 0) return failedStep(`Resolve the unknown delivery of ${fileCount(unknown)}.`);
  const parts = (['ready', 'unchecked', 'later', 'excluded'] as const).filter((part) => toSend[part] > 0);
  if (parts.length > 0) return now(parts.map((part) => partText[part](showMoney(toSend[part]))).join(' '));
  if (onTheirWay > 0) return now(`${plural(onTheirWay, 'file is', 'files are')} being sent.`);
  if (!sums) return later();
  const sent = sums.submitted + sums.received + sums.returned + sums.completed;
  return done(sent === 0 ? 'Nothing to send.' : `Sent ${showMoney(sent)}.`);
}

function acknowledgedStep({ sums: { submitted, toSend } }: Counted): StepStatus {
  if (submitted > 0) return now(`${showMoney(submitted)} waits for the bank’s acknowledgement.`);
  return toSend > 0 ? later() : done('The bank acknowledged everything that was sent.');
}

function settledStep({ returned, sums }: MonthFigures): StepStatus {
  if (returned > 0) return failedStep(`Decide about ${showMoney(returned)} that was returned.`);
  if (!sums) return later();
  const { received, completed, toSend, submitted, returned: resent } = sums;
  if (received > 0) return now(`${showMoney(received)} completes after the return window.`);
  return toSend + submitted + resent > 0 ? later() : done(`${showMoney(completed)} completed.`);
}

function provedStep({ sums: { findingCount, unexplained, outstanding } }: Counted): StepStatus {
  if (findingCount > 0)
    return failedStep(`Explain ${plural(findingCount, 'finding', 'findings')} of ${showMoney(unexplained)}.`);
  return outstanding > 0
    ? now(`Every cent is explained. ${showMoney(outstanding)} is outstanding.`)
    : done('Every cent is explained.');
}

const counted: Partial<Record<MonthStepId, (figures: Counted) => StepStatus>> = {
  corrected: correctedStep,
  acknowledged: acknowledgedStep,
  proved: provedStep,
};
const stepsWithoutSums: Partial<Record<MonthStepId, (figures: MonthFigures) => StepStatus>> = {
  visits: visitsStep,
  closed: closedStep,
  generated: generatedStep,
  // the state of files, approvals, and returns does not depend on the proof
  approved: approvedStep,
  sent: sentStep,
  settled: settledStep,
};

function uncounted(step: MonthStepId, { generations: { made: built } }: MonthFigures): StepStatus {
  if (step !== 'proved' || built === 0) return later();
  return later('The nightly proof counts it.');
}

/** True for a closed month without visits, generations, or payments: it precedes the use of the portal. */
function isUnused(figures: MonthFigures): boolean {
  const { isClosed, visits, generations, sums, pending, toSend, returned, approvals, files } = figures;
  const open = pending + toSend.ready + returned;
  const underWay = generations.running + approvals.waiting + files.unknown + files.onTheirWay + open;
  return isClosed && visits + generations.made + underWay === 0 && (sums?.owed ?? 0) === 0;
}

export const stepsOfMonth = (figures: MonthFigures): MonthStep[] =>
  monthSteps.map(({ id: step }) => {
    if (isUnused(figures)) return { step, ...later() };
    const { generations } = figures;
    // the sums of a month without generations are meaningless
    const sums = figures.sums && figures.sums.owed === 0 && generations.made === 0 ? null : figures.sums;
    const stepOf = stepsWithoutSums[step];
    if (stepOf) return { step, ...stepOf({ ...figures, sums }) };
    if (!sums) return { step, ...uncounted(step, figures) };
    return { step, ...(counted[step]?.({ ...figures, sums }) ?? later()) };
  });

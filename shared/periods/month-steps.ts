import { plural } from '../number-words.ts';
import * as z from 'zod';
import { showDate, type CalendarDate } from '../calendar.ts';
import { showMoney, type Cents } from '../money.ts';

/** Steps of a month, in order. */
export const monthSteps = [
  { id: 'visits', name: 'Visits in' },
  { id: 'closed', name: 'Closed' },
  { id: 'generated', name: 'Generated' },
  { id: 'corrected', name: 'Corrected' },
  { id: 'approved', name: 'Approved' },
  { id: 'sent', name: 'Sent' },
  { id: 'acknowledged', name: 'Acknowledged' },
  { id: 'settled', name: 'Settled' },
  { id: 'proved', name: 'Proved' },
] as const;
export type MonthStepId = (typeof monthSteps)[number]['id'];

/** `now`: in progress or possible; `problem`: needs action by a user; `later`: not due yet. */
const stepState = z.enum(['done', 'now', 'problem', 'later']);
export type StepState = z.output<typeof stepState>;

export const monthStep = z.object({
  step: z.enum(monthSteps.map(({ id }) => id)),
  state: stepState,
  /** Completed work or missing work. */
  text: z.string(),
  /** Users who can complete the step; null if no user action is required. */
  who: z.string().nullable(),
});
export type MonthStep = z.output<typeof monthStep>;

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
  generations: { all: number; due: number; made: number; running: number; nextDue: CalendarDate | null };
  /** Sums of the last proof; null if the month has no proof. */
  sums: MonthSums | null;
  /** Current amount to be sent. */
  pending: Cents;
  /** Number of files awaiting a second administrator, and of those confirmed first by the caller. */
  approvals: { waiting: number; ofCaller: number };
  files: { unknown: number; onTheirWay: number };
}

const administrators = 'Administrators';
const files = (count: number, does: string, do_: string) =>
  `${plural(count, 'file', 'files')} ${count === 1 ? does : do_}`;

type StepStatus = Omit<MonthStep, 'step'>;
const done = (text: string): StepStatus => ({ state: 'done', text, who: null });
const now = (text: string, who: string | null): StepStatus => ({ state: 'now', text, who });
const failedStep = (text: string, who: string): StepStatus => ({ state: 'problem', text, who });
const later = (text = ''): StepStatus => ({ state: 'later', text, who: null });

function visitsStep({ visits, hasBegun, isClosed, reportedUntil }: MonthFigures): StepStatus {
  if (!hasBegun) return later();
  const counted = plural(visits, 'visit', 'visits');
  const facilities = 'Facility managers and administrators';
  if (visits === 0)
    return isClosed
      ? failedStep('No visits were imported for this month.', facilities)
      : now('No visits imported yet.', facilities);
  return isClosed
    ? done(`${counted} counted.`)
    : now(`${counted} so far. Clubs can report until ${showDate(reportedUntil)}.`, facilities);
}

const closedStep = ({ isClosed, closesOn }: MonthFigures): StepStatus =>
  isClosed ? done(`Closed on ${showDate(closesOn)}.`) : later(`Closes on ${showDate(closesOn)}.`);

function generatedStep({
  generations: { all, due, made: built, running, nextDue },
}: MonthFigures): StepStatus {
  if (running > 0) return now(`${plural(running, 'generation is', 'generations are')} running.`, null);
  if (built < due)
    return failedStep(`${plural(due - built, 'generation is', 'generations are')} missing.`, administrators);
  if (due === all) return done('All payments of the month are generated.');
  const rest = nextDue ? `on ${showDate(nextDue)}` : 'later';
  return built === 0 ? later(`Begins ${rest}.`) : now(`The remaining payments are generated ${rest}.`, null);
}

type Counted = MonthFigures & { sums: MonthSums };

function correctedStep({ sums: { corrected, toSend } }: Counted): StepStatus {
  const text = corrected === 0 ? 'No corrections.' : `${showMoney(corrected)} corrected.`;
  return toSend > 0 ? now(`${text} Unsent amounts can be corrected.`, administrators) : done(text);
}

function approvedStep({ approvals: { waiting, ofCaller }, sums }: MonthFigures): StepStatus {
  if (waiting === 0 && !sums) return later();
  if (waiting === 0)
    return sums && sums.toSend > 0
      ? later('Determined when a file is sent.')
      : done('No files are waiting for approval.');
  const who = waiting === ofCaller ? 'Another administrator, because you confirmed first' : administrators;
  return now(`${files(waiting, 'is', 'are')} waiting for a second administrator.`, who);
}

function sentStep({ sums, pending, files: { unknown, onTheirWay } }: MonthFigures): StepStatus {
  if (unknown > 0)
    return failedStep(`${files(unknown, 'has', 'have')} an unknown delivery.`, 'Two administrators');
  const toSend = sums?.toSend ?? pending;
  if (toSend > 0) return now(`${showMoney(toSend)} to send.`, administrators);
  if (onTheirWay > 0) return now(`${files(onTheirWay, 'is', 'are')} being sent.`, null);
  if (!sums) return later();
  return done(sums.owed === 0 ? 'Nothing to send.' : 'Everything was sent.');
}

function acknowledgedStep({ sums: { submitted, toSend } }: Counted): StepStatus {
  if (submitted > 0) return now(`${showMoney(submitted)} not acknowledged yet.`, 'The bank');
  return toSend > 0 ? later() : done('The bank acknowledged everything that was sent.');
}

function settledStep({ sums: { received, returned, completed, toSend, submitted } }: Counted): StepStatus {
  if (returned > 0)
    return failedStep(`${showMoney(returned)} was returned and needs a decision.`, administrators);
  if (received > 0) return now(`${showMoney(received)} completes after the return window.`, null);
  return toSend + submitted > 0 ? later() : done(`${showMoney(completed)} completed.`);
}

function provedStep({ sums: { findingCount, unexplained, outstanding } }: Counted): StepStatus {
  if (findingCount > 0)
    return failedStep(
      `${plural(findingCount, 'finding', 'findings')}, ${showMoney(unexplained)} unexplained.`,
      administrators,
    );
  return outstanding > 0
    ? now(`Every cent is explained. ${showMoney(outstanding)} is outstanding.`, null)
    : done('Every cent is explained.');
}

const counted: Partial<Record<MonthStepId, (figures: Counted) => StepStatus>> = {
  corrected: correctedStep,
  acknowledged: acknowledgedStep,
  settled: settledStep,
  proved: provedStep,
};
const stepsWithoutSums: Partial<Record<MonthStepId, (figures: MonthFigures) => StepStatus>> = {
  visits: visitsStep,
  closed: closedStep,
  generated: generatedStep,
  // the state of files and approvals does not depend on the proof
  approved: approvedStep,
  sent: sentStep,
};

function uncounted(step: MonthStepId, { generations: { made: built } }: MonthFigures): StepStatus {
  if (step !== 'proved' || built === 0) return later();
  return now('Waiting for the nightly proof.', administrators);
}

/** True for a closed month without visits, generations, or payments: it precedes the use of the portal. */
function isUnused({ isClosed, visits, generations, sums, pending, approvals, files }: MonthFigures): boolean {
  const underWay = generations.running + approvals.waiting + files.unknown + files.onTheirWay + pending;
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

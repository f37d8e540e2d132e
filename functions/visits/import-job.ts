import * as z from 'zod';
import { isNothingImported } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import { timeNote, type CheckInLine } from '../../shared/visits/check-in.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { loadJob as findJob } from '../jobs/store.ts';
import { defineJob, type StepContext } from '../jobs/job-kind.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { checkInParts } from './begin-import.ts';
import { reportDelivery } from './delivery-receipt.ts';
import { lateVisitorChanges, visitorPosition, type VisitorPosition } from './late-visitor-store.ts';
import { monthCountChanges } from './month-count-store.ts';
import { resolveCheckIns, type CheckIn } from './resolve-check-ins.ts';
import { withdrawLine } from './withdrawal-store.ts';
import { fitting, linesPerStep, mostFitting } from './visits-of-step.ts';
import { countsSoFar } from './visit-tally-store.ts';
import { visitorChanges, visitorWrites } from './visitor-store.ts';

// each reads the member's month
const linesOfCounts = 30;

const visitsInput = z.object({
  lines: z.int(),
  ownClub: z.string().nullable().optional(),
  hasCounts: z.boolean().default(false),
  /** Number of leading lines that withdraw check-ins. */
  withdrawals: z.int().default(0),
  /** Key of a delivered file, which gets a receipt. */
  deliveredAs: z.string().optional(),
});
type VisitsInput = z.output<typeof visitsInput>;

/** Imports a check-in file, per step as many lines as fit into one transaction. */
export const visitsImport = defineJob({
  input: visitsInput,
  cursor: z
    .discriminatedUnion('phase', [
      z.object({ phase: z.literal('visits'), line: z.int(), hasLate: z.boolean().default(false) }),
      z.object({ phase: z.literal('roster'), after: z.string(), hasLate: z.boolean().default(false) }),
      z.object({ phase: z.literal('late'), place: visitorPosition }),
      z.object({ phase: z.literal('receipt') }),
    ])
    .default({ phase: 'visits', line: 0, hasLate: false }),
  step: async ({ jobId, input, cursor, startedBy, now }) => {
    if (cursor.phase === 'receipt') return receiptStep(jobId, input, now);
    if (cursor.phase === 'late') return withReceipt(input, await lateStep(jobId, cursor.place, now));
    if (cursor.phase === 'roster') return withReceipt(input, await rosterStep(jobId, cursor, now));
    if (input.hasCounts) return countStep(jobId, input, cursor, now);
    const begin = cursor.line;
    if (begin < input.withdrawals) return withdrawStep({ jobId, input, startedBy, now }, cursor);
    const lines = (await loadPartFrom(checkInParts, jobId, begin)).slice(0, linesPerStep);
    const resolved = mostFitting(await resolveCheckIns(lines, now, input.ownClub ?? null));
    const { fitted, changes } = fitting(resolved, await countsSoFar(resolved));
    const end = begin + fitted.length;
    const hasLate = cursor.hasLate || hasLateVisits(fitted, now);
    const refusedRows = fitted.flatMap((checkIn) => ('refused' in checkIn ? [checkIn.refused] : []));
    return {
      changes: [...changes, ...visitorWrites(jobId, begin, fitted)],
      done: fitted.length,
      next:
        end >= input.lines
          ? { phase: 'roster' as const, after: '', hasLate }
          : { phase: 'visits' as const, line: end, hasLate },
      refusedRows,
      tally: {
        uploaded: fitted.filter((checkIn) => 'visit' in checkIn && !checkIn.visit.notCounted).length,
        notCounted: fitted.filter((checkIn) =>
          'visit' in checkIn ? checkIn.visit.notCounted : 'isStored' in checkIn && checkIn.isAnother,
        ).length,
        kept: fitted.filter((checkIn) => 'isStored' in checkIn && !checkIn.isAnother).length,
        failed: refusedRows.length,
        ...skippedTimes(lines.slice(0, fitted.length), fitted),
      },
      message: `${end} check-ins read.`,
    };
  },
});

/** Counts the times that could not be read, although the day counts, and returns the first one. */
function skippedTimes(lines: readonly CheckInLine[], results: readonly CheckIn[]) {
  const notes = lines.flatMap((line, index) => {
    const result = results[index];
    return result && 'visit' in result ? (timeNote(line) ?? []) : [];
  });
  return notes.length > 0 ? { skippedTimes: notes.length, note: notes[0] } : {};
}

/** Withdraws the check-in of a line. */
async function withdrawStep(
  { jobId, input, startedBy, now }: Pick<StepContext<VisitsInput>, 'jobId' | 'input' | 'startedBy' | 'now'>,
  cursor: { line: number; hasLate: boolean },
) {
  const [line] = await loadPartFrom(checkInParts, jobId, cursor.line);
  const { changes, tally, refusedRows } = line
    ? await withdrawLine(line, { ownFacility: input.ownClub ?? null, who: startedBy, now })
    : { changes: [], tally: {}, refusedRows: [] };
  const end = cursor.line + 1;
  return {
    changes,
    done: 1,
    next:
      end >= input.lines
        ? { phase: 'roster' as const, after: '', hasLate: cursor.hasLate }
        : { phase: 'visits' as const, line: end, hasLate: cursor.hasLate },
    refusedRows,
    tally: { ...tally, failed: refusedRows.length },
    message: `${end} check-ins read.`,
  };
}

/** Imports lines of monthly counts. */
async function countStep(
  jobId: string,
  input: { lines: number; ownFacility?: string | null | undefined },
  cursor: { line: number; hasLate: boolean },
  now: Date,
) {
  const lines = await loadPartFrom(checkInParts, jobId, cursor.line);
  const { lines: fitted, changes } = await monthCountChanges(
    lines.slice(0, linesOfCounts).map((line) => ({ ...line, count: line.count ?? '' })),
    now,
    input.ownFacility ?? null,
  );
  const end = cursor.line + fitted.length;
  const counted = fitted.flatMap((line) => ('visit' in line ? [{ visit: line.visit }] : []));
  const hasLate = cursor.hasLate || hasLateVisits(counted, now);
  const refusedRows = fitted.flatMap((line) => ('refused' in line ? [line.refused] : []));
  return {
    changes: [...changes, ...visitorWrites(jobId, cursor.line, counted)],
    done: fitted.length,
    next:
      end >= input.lines
        ? { phase: 'roster' as const, after: '', hasLate }
        : { phase: 'visits' as const, line: end, hasLate },
    refusedRows,
    tally: {
      uploaded: counted.length,
      notCounted: 0,
      kept: fitted.filter((line) => 'isStored' in line).length,
      failed: refusedRows.length,
    },
    message: `${end} monthly counts read.`,
  };
}

/** Updates the roster's sort columns after the visits, with one write per member. */
async function rosterStep(jobId: string, { after, hasLate }: { after: string; hasLate: boolean }, now: Date) {
  const { changes, next } = await visitorChanges(jobId, after, now);
  if (next !== null)
    return {
      changes,
      done: 0,
      next: { phase: 'roster' as const, after: next, hasLate },
      message: 'Counting the visits.',
    };
  const position = { after: '', done: 0 };
  return hasLate
    ? {
        changes,
        done: 0,
        next: { phase: 'late' as const, place: position },
        message: 'Adjusting closed months.',
      }
    : { changes, done: 0, next: null, message: await resultOf(jobId) };
}

/** Returns the result of an import: how many rows failed, and which optional values could not be read. */
async function resultOf(jobId: string): Promise<string> {
  const { tally = {} } = (await findJob(jobId)) ?? {};
  const { failed = 0, skippedTimes: times = 0, note = '' } = tally;
  const rows = plural(failed, 'row', 'rows');
  if (isNothingImported(tally)) return `No check-ins were imported: ${rows} failed.`;
  const { uploaded = 0, kept = 0, removed = 0, notCounted = 0 } = tally;
  if (failed === 0 && notCounted > 0 && uploaded + kept + removed === 0)
    return `No visits were imported: ${plural(notCounted, 'check-in does', 'check-ins do')} not count.`;
  const result =
    failed > 0 ? `The check-ins are imported, except ${rows} that failed.` : 'The check-ins are imported.';
  return times > 0 ? `${result} ${plural(times, 'time', 'times')} could not be read. ${note}` : result;
}

/** Returns true if a counted visit is of a closed month, which can change payments. */
function hasLateVisits(checkIns: readonly CheckIn[], now: Date): boolean {
  const [newest = ''] = closedPeriods(now);
  return checkIns.some(
    (checkIn) => 'visit' in checkIn && !checkIn.visit.notCounted && checkIn.visit.periodId <= newest,
  );
}

/** Continues with the receipt of a delivered file after the last step. */
const withReceipt = <Step extends { next: unknown }>({ deliveredAs }: VisitsInput, step: Step) =>
  step.next === null && deliveredAs !== undefined ? { ...step, next: { phase: 'receipt' as const } } : step;

async function receiptStep(jobId: string, { deliveredAs, ownClub }: VisitsInput, now: Date) {
  if (deliveredAs !== undefined && ownClub)
    await reportDelivery(jobId, { deliveredAs, ownFacility: ownClub }, now);
  return { done: 0, next: null, message: await resultOf(jobId) };
}

/** Settles late visits with payments, after the counts are complete. */
async function lateStep(jobId: string, position: VisitorPosition, now: Date) {
  const { changes, next } = await lateVisitorChanges(jobId, position, now);
  return {
    changes,
    done: 0,
    next: next && { phase: 'late' as const, place: next },
    message: next ? 'Adjusting closed months.' : await resultOf(jobId),
  };
}

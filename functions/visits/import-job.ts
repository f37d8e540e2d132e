import { nameOfKey } from '../table/keys.ts';
import { sizeOfLate } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { type CheckIn, resolveCheckIns } from './resolve-check-ins.ts';
import { visitAdded } from './store.ts';
import { nameOfMonth, tallyChanges, type Counts, countsSoFar } from './visit-tally-store.ts';
import * as z from 'zod';
import { isNothingImported } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import { unreadableTimes, type CheckInLine } from '../../shared/visits/check-in.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { loadJob as findJob } from '../jobs/store.ts';
import { defineJob, type StepContext } from '../jobs/job-kind.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { checkInParts } from './begin-import.ts';
import { reportDelivery } from './delivery-receipt.ts';
import { lateVisitorChanges, visitorPosition, type VisitorPosition } from './late-visitor-store.ts';
import { monthCountChanges } from './month-count-store.ts';
import { withdrawLine } from './withdrawal-store.ts';
import { visitorChanges, visitorWrites } from './visitor-store.ts';

/** A transaction holds 100 items, including the job's progress and its refused rows. */
const roomForVisits = 90;
const linesPerStep = roomForVisits;

/**
 * Returns the leading lines that can fit into one transaction at most, so that counts of others are not read: each
 * visit is an item, and each member's month with visits a counter.
 */
function mostFitting(checkIns: readonly CheckIn[]): readonly CheckIn[] {
  const months = new Set<string>();
  let visits = 0;
  const end = checkIns.findIndex((checkIn) => {
    if (!('visit' in checkIn)) return false;
    visits += 1;
    if (!checkIn.visit.notCounted) months.add(nameOfMonth(checkIn.visit));
    return visits + months.size >= roomForVisits;
  });
  return end === -1 ? checkIns : checkIns.slice(0, end);
}

/**
 * Returns the leading lines that fit into one transaction with their writes. Sizes are added up line by line, because
 * the totals of all lines are computed only once.
 */
function fitting(checkIns: readonly CheckIn[], counts: Counts): { fitted: CheckIn[]; changes: Change[] } {
  const fitted: CheckIn[] = [];
  const visits: Change[] = [];
  const counters = new Set<string>();
  let items = 0;
  for (const checkIn of checkIns) {
    const added = 'visit' in checkIn ? visitAdded(checkIn.visit) : [];
    const more = 'visit' in checkIn ? countersOf(checkIn, added, counts) : [];
    const writes = added.filter((part) => 'item' in part).length + sizeOfLate(added);
    // one item stores the visitors
    if (items + writes + new Set([...counters, ...more]).size >= roomForVisits) break;
    items += writes;
    for (const name of more) counters.add(name);
    visits.push(...added);
    fitted.push(checkIn);
  }
  return { fitted, changes: [...visits, ...tallyChanges(fitted, counts)] };
}

/** Returns the names of the items that a visit shares with others: counters, totals, and counts without dates. */
function countersOf(
  { visit }: Extract<CheckIn, { visit: unknown }>,
  added: readonly Change[],
  counts: Counts,
): string[] {
  const counted = added.flatMap((part) => ('count' in part ? [nameOfKey(part.count)] : []));
  if (visit.notCounted) return counted;
  const { partnerId, periodId } = visit;
  const undated = counts.get(nameOfMonth(visit))?.undated ?? [];
  return [
    ...counted,
    `all ${periodId}`,
    `facility ${visit.facilityId} ${periodId}`,
    `totals ${partnerId} ${periodId}`,
    ...undated.map(({ memberId, facilityId }) => `undated ${memberId} ${periodId} ${facilityId}`),
  ];
}

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

/** Counts the times that could not be read, although the day counts, and names the first ones. */
function skippedTimes(lines: readonly CheckInLine[], results: readonly CheckIn[]) {
  const { count, note } = unreadableTimes(
    lines.filter((_, index) => {
      const result = results[index];
      return result !== undefined && 'visit' in result;
    }),
  );
  return count > 0 ? { skippedTimes: count, note } : {};
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

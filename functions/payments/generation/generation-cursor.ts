import * as z from 'zod';
import type { RefusedRow } from '../../../shared/jobs/job.ts';
import { showMoney } from '../../../shared/money.ts';
import { noTotals } from '../lists/total-store.ts';
import type { DecidedPayment } from './write-payments.ts';

const totals = z.object({ lines: z.int(), total: z.int(), amount: z.int(), pending: z.int() });

/** The progress of a generation: partner, phase, and counters. */
const generationCursor = z.object({
  /** The current partner, or null between partners. */
  partnerId: z.string().nullable(),
  /** The partners-list cursor after this partner; null before the first and after the last. */
  partnersAfter: z.string().nullable(),
  /**
   * begin: not started; lines: due payments are written; leftovers: stale payments are searched; removal: they are
   * removed; totals: totals are set.
   */
  phase: z.enum(['begin', 'lines', 'leftovers', 'removal', 'totals']),
  /** The last facility that was processed. */
  after: z.string().nullable(),
  /** The pass over the enrollments that found members who moved between facilities, or null if none did. */
  movers: z.string().nullable(),
  /** The pass that found members who are counted elsewhere or later, or null if there are none. */
  shares: z.string().nullable().default(null),
  /** The number of times the partner's payments were reprocessed. Each round stores its own parts. */
  round: z.int(),
  /** The parts with stale payments, and the next part to remove. */
  leftovers: z.object({ parts: z.int(), next: z.int() }),
  /** Steps of the lines phase; they number the parts that record which payments are due. */
  parts: z.int(),
  /** The number of due payments that already existed. */
  met: z.int(),
  /** The totals before the partner and after it. */
  seen: totals,
  /** The partner's manual change count at the start. */
  seenChanges: z.int(),
  sums: totals,
  /** The progress of the paycheck sum. */
  paychecks: z
    .object({ members: z.int(), amount: z.int(), after: z.string().nullable(), isWhole: z.boolean() })
    .prefault({ members: 0, amount: 0, after: null, isWhole: false }),
  /** True if the partner is reprocessed because of a concurrent correction. Messages are not repeated. */
  again: z.boolean(),
  /** Enrollments to read, of all partners so far. */
  total: z.int(),
});
export type GenerationCursor = z.output<typeof generationCursor>;

export const firstCursor: GenerationCursor = {
  partnerId: null,
  partnersAfter: null,
  phase: 'begin',
  after: null,
  movers: null,
  shares: null,
  round: 0,
  leftovers: { parts: 0, next: 0 },
  parts: 0,
  met: 0,
  seen: noTotals,
  seenChanges: 0,
  sums: noTotals,
  paychecks: { members: 0, amount: 0, after: null, isWhole: false },
  again: false,
  total: 0,
};

export const readCursor = (text: string): GenerationCursor =>
  text === '' ? firstCursor : generationCursor.parse(JSON.parse(text));

/** Returns a step's counters. A payment with this generation's ID was written by an earlier attempt of the step. */
export function countersOf(lines: readonly DecidedPayment[], generationId: string) {
  const tally = { added: 0, changed: 0, kept: 0 };
  for (const { existing, outcome } of lines) {
    const wasOurs = existing?.generationId === generationId;
    if (wasOurs) tally[existing.version === 1 ? 'added' : 'changed'] += 1;
    else tally[outcome.what] += 1;
  }
  return tally;
}

/** Returns messages about corrections that were removed because they exceeded the new total. */
export const droppedCorrections = (lines: readonly DecidedPayment[], lineOffset: number): RefusedRow[] =>
  lines.flatMap(({ existing, outcome }, index): RefusedRow[] =>
    outcome.what === 'changed' && outcome.droppedCorrection && existing
      ? [
          {
            line: lineOffset + index + 1,
            reason: `Correction ${showMoney(existing.amountToBeSent)} was removed: it exceeds the new total ${showMoney(outcome.after.totalPayment)}.`,
            cells: {
              Partner: existing.partnerName,
              ...(existing.kind !== 'partner' && { Club: existing.facilityName ?? '' }),
              ...(existing.kind === 'member' && { Member: existing.memberFullName }),
            },
          },
        ]
      : [],
  );

import * as z from 'zod';
import type { RefusedRow } from '../../../shared/jobs/job.ts';
import { showMoney } from '../../../shared/money.ts';
import { noTotals } from '../lists/total-store.ts';
import type { DecidedPayment } from './write-payments.ts';

const totals = z.object({ lines: z.int(), total: z.int(), amount: z.int(), pending: z.int() });

/** How far a generation is: which partner, which part of its work, and what was counted so far. */
const generationCursor = z.object({
  /** The partner at work; null between two of them. */
  partnerId: z.string().nullable(),
  /** The page of the partners list behind this partner; null before the first and after the last. */
  partnersAfter: z.string().nullable(),
  /**
   * begin: nothing yet; lines: due ones are written; leftovers: what is no longer due is looked for; removal: it is
   * removed; totals: they are set.
   */
  phase: z.enum(['begin', 'lines', 'leftovers', 'removal', 'totals']),
  /** The last club whose lines are written. */
  after: z.string().nullable(),
  /** The pass over the enrollments that found who moved between clubs; null when nobody did. */
  movers: z.string().nullable(),
  /** The pass that found members who are counted elsewhere or later; null when there are none. */
  shares: z.string().nullable().default(null),
  /** How often the partner's lines were read from the beginning: each time keeps its own parts. */
  round: z.int(),
  /** The parts of what is no longer due, and the next one to remove. */
  leftovers: z.object({ parts: z.int(), next: z.int() }),
  /** Steps of the lines phase, which number the parts that remember which lines are due. */
  parts: z.int(),
  /** How many of the due lines were there when the run came to them. */
  met: z.int(),
  /** The totals as they were at the partner's beginning, and as they come out. */
  seen: totals,
  /** How often the partner's payments had been changed by hand by then. */
  seenChanges: z.int(),
  sums: totals,
  /** How far the sum of what goes by paycheck is. */
  paychecks: z
    .object({ members: z.int(), amount: z.int(), after: z.string().nullable(), isWhole: z.boolean() })
    .prefault({ members: 0, amount: 0, after: null, isWhole: false }),
  /** The partner's lines are read once more, since one was corrected meanwhile: they are not told of twice. */
  again: z.boolean(),
  /** Enrollments to read, over all partners so far. */
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

/** What a step did to its lines. A line that carries this run's id was written by it before it died and came back. */
export function tallyOf(lines: readonly DecidedPayment[], generationId: string) {
  const tally = { added: 0, changed: 0, kept: 0 };
  for (const { existing, outcome } of lines) {
    const wasOurs = existing?.generationId === generationId;
    if (wasOurs) tally[existing.version === 1 ? 'added' : 'changed'] += 1;
    else tally[outcome.what] += 1;
  }
  return tally;
}

/** Says which corrections a run had to drop, because they were more than the new total. */
export const droppedCorrections = (lines: readonly DecidedPayment[], lineOffset: number): RefusedRow[] =>
  lines.flatMap(({ existing, outcome }, place): RefusedRow[] =>
    outcome.what === 'changed' && outcome.droppedCorrection && existing
      ? [
          {
            line: lineOffset + place + 1,
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

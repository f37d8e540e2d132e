import type { Payment } from '../../../shared/payments/payment.ts';
import type { StepResult, StepContext } from '../../jobs/job-kind.ts';
import type { PaymentContext } from '../../../shared/payments/due-payment.ts';
import type { FindDuePayments, DecidedPayment } from './due-payments.ts';
import type { GenerationInput } from './generation.ts';
import * as z from 'zod';
import type { NewRefusedRow } from '../../../shared/jobs/job.ts';
import { showMoney } from '../../../shared/money.ts';

/** A kind of payment with many payments per partner: how to find and store them. */
export interface GenerationKind {
  /** True if each person is paid for once across payments. */
  isShared?: boolean;
  due: FindDuePayments;
  /** Loads a page of the partner's existing payments, due or not. */
  existing: (
    input: GenerationInput,
    partnerId: string,
    after: string | null,
  ) => Promise<{ rows: Payment[]; cursor: string | null }>;
  /** Returns new payments of a step that are no longer due according to the committed data. */
  undue?: (paymentContext: PaymentContext, payments: readonly Payment[]) => Promise<Payment[]>;
  /** Yields the IDs of all existing payments. */
  existingIds: (input: GenerationInput, partnerId: string) => AsyncGenerator<string>;
  /** The counters of the partner's payments, and of the surrounding list if it contains other partners. */
  group: (input: GenerationInput, partnerId: string) => { own: string; around?: string };
  /** The audit subject of the list. */
  subject: (input: GenerationInput) => string;
}

export type GenerationContext = StepContext<GenerationInput, unknown>;
export type GenerationStep = StepResult<GenerationCursor>;

export const continueAt = (
  cursor: GenerationCursor,
  step: Partial<GenerationStep> & { message: string },
): GenerationStep => ({
  done: 0,
  ...step,
  next: cursor,
  total: cursor.total,
});

/** Returns the name of stored step state or, without a position, the prefix of all parts of the round or range. */
export const partName = (
  what: 'DUE' | 'LEFT' | 'RANGE',
  { round }: Pick<PartnerProgress, 'round'>,
  index?: number,
  range = '',
): string =>
  `${what}-${String(round).padStart(3, '0')}-${range}${index === undefined ? '' : String(index).padStart(6, '0')}`;

export const totals = z.object({ lines: z.int(), total: z.int(), amount: z.int(), pending: z.int() });

/** Facilities of a range: those after the previous range, up to and including `until`; null to the end. */
const facilityRange = z.object({ until: z.string().nullable(), members: z.int() });
export type FacilityRange = z.output<typeof facilityRange>;

/** Progress within a partner. */
const ofPartner = z.object({
  partnerId: z.string(),
  /** The partners-list cursor after this partner; null after the last. */
  partnersAfter: z.string().nullable(),
  /** The pass over the enrollments that found members who moved between facilities, or null if none did. */
  movers: z.string().nullable(),
  /** The pass that found members who are counted elsewhere or later, or null if there are none. */
  shares: z.string().nullable(),
  /** The number of times the partner's payments were reprocessed. Each round stores its own parts. */
  round: z.int(),
  /** True if the partner is reprocessed because of a concurrent correction. Messages are not repeated. */
  again: z.boolean(),
  /** The totals before the partner and after it. */
  seen: totals,
  sums: totals,
  /** The partner's manual change count at the start. */
  seenChanges: z.int(),
  /** Enrollments to read, of all partners so far. */
  total: z.int(),
  /** The ranges of a large partner; undefined if one job writes its payments. */
  facilities: z.array(facilityRange).optional(),
});
export type PartnerProgress = z.output<typeof ofPartner>;

const begin = ofPartner.pick({ partnersAfter: true, total: true }).extend({ phase: z.literal('begin') });
/** The remaining partners are divided into ranges. */
const plan = begin.extend({
  phase: z.literal('plan'),
  /** The next range so far. */
  open: z.object({ ids: z.array(z.string()), members: z.int() }),
  /** Members of the ranges so far. */
  planned: z.int(),
});
/** All ranges of partners are done. */
const partnerRanges = z.object({ phase: z.literal('partner ranges'), total: z.int() });
/** All ranges of the partner's facilities are done. */
const facilityRanges = ofPartner.extend({ phase: z.literal('facility ranges') });
/** Due payments are written. */
const lines = ofPartner.extend({
  phase: z.literal('lines'),
  /** The last facility that was processed. */
  after: z.string().nullable(),
  /** Number of completed steps of this phase; they number the parts that record which payments are due. */
  parts: z.int(),
  /** The number of due payments that already existed. */
  met: z.int(),
  /** For a range of facilities: the name of its stored parts, and its last facility; null if it has the last ones. */
  range: z.object({ name: z.string(), until: z.string().nullable() }).optional(),
});
/** Payments that are no longer due are searched. */
const leftovers = ofPartner.extend({ phase: z.literal('leftovers') });
/** The number of parts with stale payments, and the next one to remove. */
const removal = ofPartner.extend({ phase: z.literal('removal'), parts: z.int(), next: z.int() });
const settling = ofPartner.extend({
  phase: z.literal('totals'),
  paychecks: z
    .object({ members: z.int(), amount: z.int(), after: z.string().nullable(), isWhole: z.boolean() })
    .default({ members: 0, amount: 0, after: null, isWhole: false }),
});

export const generationCursor = z
  .discriminatedUnion('phase', [
    begin,
    plan,
    partnerRanges,
    facilityRanges,
    lines,
    leftovers,
    removal,
    settling,
  ])
  .default({ phase: 'begin', partnersAfter: null, total: 0 });
export type GenerationCursor = z.output<typeof generationCursor>;
export type CursorOf<Phase extends GenerationCursor['phase']> = Extract<GenerationCursor, { phase: Phase }>;

/** Returns a step's counters. A payment with this generation's ID was written by an earlier attempt of the step. */
export function countersOf(decided: readonly DecidedPayment[], generationId: string) {
  const tally = { added: 0, changed: 0, kept: 0 };
  for (const { existing, outcome } of decided) {
    const wasOurs = existing?.generationId === generationId;
    if (wasOurs) tally[existing.version === 1 ? 'added' : 'changed'] += 1;
    else tally[outcome.what] += 1;
  }
  return tally;
}

/** Returns messages about corrections that were removed because they exceeded the new total. */
export const droppedCorrections = (decided: readonly DecidedPayment[], lineOffset: number): NewRefusedRow[] =>
  decided.flatMap(({ existing, outcome }, index): NewRefusedRow[] =>
    outcome.what === 'changed' && outcome.droppedCorrection && existing
      ? [
          {
            line: lineOffset + index + 1,
            reason: `Correction ${showMoney(existing.amountToBeSent)} was removed: it exceeds the new total ${showMoney(outcome.after.totalPayment)}.`,
            code: 'conflict',
            cells: {
              Partner: existing.partnerName,
              ...(existing.kind !== 'partner' && { Club: existing.facilityName ?? '' }),
              ...(existing.kind === 'member' && { Member: existing.memberFullName }),
            },
          },
        ]
      : [],
  );

import type { Payment } from '../../../shared/payments/payment.ts';
import type { StepResult, StepContext } from '../../jobs/job-kind.ts';
import type { FindDuePayments, PaymentContext } from './due-payments.ts';
import type { GenerationInput } from './generation.ts';
import type { GenerationCursor } from './generation-cursor.ts';

/** A kind of payment that has many lines a partner: how they are found, and how they are stored. */
export interface GenerationKind {
  /** True when one person is paid for once, whatever other payments count. */
  isShared?: boolean;
  due: FindDuePayments;
  /** A page of the partner's lines that are there, due or not. */
  existing: (
    input: GenerationInput,
    partnerId: string,
    after: string | null,
  ) => Promise<{ rows: Payment[]; cursor: string | null }>;
  /** Those of a step's new payments that are not due any more by what was committed before the question. */
  undue?: (given: PaymentContext, payments: readonly Payment[]) => Promise<Payment[]>;
  /** The ids of all of them. */
  existingIds: (input: GenerationInput, partnerId: string) => AsyncGenerator<string>;
  /** The counters of the partner's lines, and of the list around them when that holds other partners' lines too. */
  group: (input: GenerationInput, partnerId: string) => { own: string; around?: string };
  /** What the audit calls the list. */
  subject: (input: GenerationInput) => string;
}

export type GenerationContext = StepContext<GenerationInput>;

/** A step that goes on at the cursor given. */
export const continueAt = (
  cursor: GenerationCursor,
  step: Partial<StepResult> & { message: string },
): StepResult => ({
  done: 0,
  ...step,
  next: JSON.stringify(cursor),
  total: cursor.total,
});

/** The name of a part that is kept between steps; without a place, what all parts of the round begin with. */
export const partName = (
  what: 'DUE' | 'LEFT',
  { round }: Pick<GenerationCursor, 'round'>,
  place?: number,
): string =>
  `${what}-${String(round).padStart(3, '0')}-${place === undefined ? '' : String(place).padStart(6, '0')}`;

import type { Payment } from '../../../shared/payments/payment.ts';
import type { StepResult, StepContext } from '../../jobs/job-kind.ts';
import type { FindDuePayments, PaymentContext } from './due-payments.ts';
import type { GenerationInput } from './generation.ts';
import type { GenerationCursor, PartnerProgress } from './generation-cursor.ts';

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

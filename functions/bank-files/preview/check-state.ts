import * as z from 'zod';
import { checkSummary } from '../../../shared/bank-files/check-summary.ts';
import { plannedFile, plannedPayment } from '../../../shared/bank-files/run-plan.ts';
import { loadJson, storeJsonByHash } from '../../platform/stored-parts.ts';
import { runPosition } from '../run-payment-store.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { checkPartName, type CheckResult } from './begin-check.ts';
import type { RunOpening } from './opening.ts';

/** Progress of a check job. Data that grows with the run is stored in parts named by content hash. */
export const checkState = z.object({
  /** read: payments; split: into files; build: the files. */
  phase: z.enum(['read', 'split', 'build']),
  at: z.string(),
  today: z.string(),
  effectiveDate: z.string(),
  settingsDigest: z.string(),
  locked: z.string().nullable(),
  place: runPosition.nullable(),
  inputDigest: z.string(),
  part: z.string().nullable(),
});
export type CheckState = z.output<typeof checkState>;

export interface CheckContext {
  jobId: string;
  opening: RunOpening;
  state: CheckState;
  who: string;
  now: Date;
}

export type CheckStep = Omit<StepResult, 'next'> & {
  next: { status: 'running'; state: CheckState } | { status: 'finished'; result: CheckResult };
};

export const selectedPayment = plannedPayment
  .omit({ trace: true, lastFour: true, entryDigest: true, validatedBy: true })
  .extend({ isRetry: z.boolean(), hasRemittance: z.boolean() });
export type SelectedPaymentRow = z.output<typeof selectedPayment>;

/** Result of a reading step; `before` is the previous part, and the summary covers all parts so far. */
export const readPart = z.object({
  before: z.string().nullable(),
  lines: z.array(selectedPayment),
  summary: checkSummary,
});

export const buildPart = z.object({
  files: z.array(z.string()),
  built: z.array(plannedFile),
  firstTrace: z.int(),
  summary: checkSummary,
});

export const storeCheckPart = (jobId: string, content: unknown): Promise<string> =>
  storeJsonByHash((part) => checkPartName(jobId, part), content);

export async function loadCheckPart<Value>(
  jobId: string,
  part: string | null,
  schema: z.ZodType<Value>,
): Promise<Value> {
  if (part === null) throw new Error(`check ${jobId} has no part`);
  return loadJson(checkPartName(jobId, part), schema);
}

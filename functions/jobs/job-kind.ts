import type * as z from 'zod';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import type { Change } from '../table/write.ts';
import type { Tally } from './store.ts';

/** Context of a step: the job's input, the parsed cursor of the last step, and the time. */
export interface StepContext<Input, Cursor = undefined> {
  jobId: string;
  input: Input;
  cursor: Cursor;
  startedBy: string;
  now: Date;
}

/**
 * Result of a step. `changes` and the job's progress are one transaction, so a step counts exactly once even if workers
 * fail. Effects outside the transaction must be idempotent.
 */
export interface StepResult<Cursor = never> {
  changes?: readonly Change[];
  /** Number of rows, entries, or emails that this step processed. */
  done: number;
  /** Cursor of the next step; null when the job is complete. */
  next: NonNullable<Cursor> | null;
  /** Set when the total is known only now. */
  total?: number;
  refusedRows?: readonly RefusedRow[];
  tally?: Tally;
  /** Message next to the progress bar. */
  message: string;
}

/**
 * Ends a job immediately because a retry cannot succeed. The message states what happened and what to do; the worker
 * appends the progress.
 */
export class JobStopped extends Error {}

/** A job kind: bounded steps of a few seconds each. */
export interface JobKindSteps<Input = unknown, Cursor = unknown> {
  input: z.ZodType<Input>;
  /** Start of the next step, stored as JSON: a union by phase if there are several; parses undefined at the start. */
  cursor: z.ZodType<Cursor>;
  /** Steps with effects that cannot be undone, such as emails; they are claimed before they run. */
  claims?: true | ((cursor: Cursor) => boolean);
  step: (context: StepContext<Input, Cursor>) => Promise<StepResult<Cursor>>;
  /**
   * Runs instead of a step that failed permanently, so that dependents of the job are updated; undefined if the job only
   * ends as failed.
   */
  giveUp?: (context: StepContext<Input, Cursor>) => Promise<StepResult<Cursor> | undefined>;
}

export const defineJob = <Input, Cursor>(steps: JobKindSteps<Input, Cursor>): JobKindSteps =>
  steps as unknown as JobKindSteps;

import type * as z from 'zod';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import type { Change } from '../table/write.ts';
import type { Tally } from './store.ts';

/** Context of a step: the job's input, the parsed cursor of the last step, and the time. */
export interface StepContext<Input, Cursor = undefined> {
  jobId: string;
  input: Input;
  cursor: Cursor;
  startedBy: string;
  now: Date;
  /** Sum of the totals of the range jobs that ended before this step; 0 without any. */
  totalOfRanges: number;
}

/** A part of a job's work that another worker processes concurrently as a job of the same kind. */
export interface NewRange {
  input: Record<string, unknown>;
  /** Start of its first step; undefined for the kind's own start. */
  cursor?: unknown;
  total: number;
  message: string;
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
  refusedRows?: readonly NewRefusedRow[];
  tally?: Tally;
  /** Message next to the progress bar. */
  message: string;
  /** Instant before which the next step does not run; then the schedule of stuck jobs continues the job. */
  notBefore?: Date;
  /** Range jobs that begin with this step's transaction; at most 40. */
  ranges?: readonly NewRange[];
  /** Delays the next step until all range jobs of this job are done. It adds their progress to the job's. */
  awaitsRanges?: boolean;
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

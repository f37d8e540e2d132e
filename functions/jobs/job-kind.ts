import type * as z from 'zod';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import type { Change } from '../table/change.ts';
import type { Tally } from './store.ts';

/** Context of a step: the job's input, the cursor of the last step (empty at first), and the time. */
export interface StepContext<Input> {
  jobId: string;
  input: Input;
  cursor: string;
  startedBy: string;
  now: Date;
}

/**
 * Result of a step. `changes` and the job's progress are one transaction, so a step counts exactly once even if workers
 * fail. Effects outside the transaction must be idempotent.
 */
export interface StepResult {
  changes?: readonly Change[];
  /** Number of rows, entries, or emails that this step processed. */
  done: number;
  /** Cursor of the next step; null when the job is complete. */
  next: string | null;
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
export interface JobKindSteps<Input = unknown> {
  input: z.ZodType<Input>;
  /** Steps with effects that cannot be undone, such as emails; they are claimed before they run. */
  claims?: true | ((cursor: string) => boolean);
  step: (context: StepContext<Input>) => Promise<StepResult>;
  /**
   * Runs instead of a step that failed permanently, so that dependents of the job are updated; undefined if the job only
   * ends as failed.
   */
  giveUp?: (given: StepContext<Input>) => Promise<StepResult | undefined>;
}

export const defineJob = <Input>(steps: JobKindSteps<Input>): JobKindSteps =>
  steps as unknown as JobKindSteps;

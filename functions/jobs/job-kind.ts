import type * as z from 'zod';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import type { Change } from '../table/change.ts';
import type { Tally } from './store.ts';

/** What a step is given: the job's input, where the last step ended (empty at first), and the time. */
export interface StepContext<Input> {
  jobId: string;
  input: Input;
  cursor: string;
  startedBy: string;
  now: Date;
}

/**
 * What a step has decided. `changes` and the job's own progress are one transaction, so a step happens once or not at
 * all, however often the worker dies; what does not fit a transaction must be harmless when done again.
 */
export interface StepResult {
  changes?: readonly Change[];
  /** How many rows, lines or emails this step dealt with. */
  done: number;
  /** Where the next step begins; null when the job is finished. */
  next: string | null;
  /** Set when the size of the work is only known now. */
  total?: number;
  refusedRows?: readonly RefusedRow[];
  tally?: Tally;
  /** The sentence beside the progress bar. */
  message: string;
}

/**
 * Ends a job at once: what is wrong will not mend itself by trying again. The sentence says what happened and what to
 * do; the worker adds how far the job came.
 */
export class JobStopped extends Error {}

/** One kind of long work: bounded steps that each take a few seconds at most. */
export interface JobKindSteps<Input = unknown> {
  input: z.ZodType<Input>;
  /** Which of its steps do what cannot be taken back, such as emails: such a step is claimed before it begins. */
  claims?: true | ((cursor: string) => boolean);
  step: (given: StepContext<Input>) => Promise<StepResult>;
  /**
   * What is taken in place of a step that failed for good, so that what waits for the job learns of it; undefined where
   * the job ends as failed.
   */
  giveUp?: (given: StepContext<Input>) => Promise<StepResult | undefined>;
}

export const defineJob = <Input>(steps: JobKindSteps<Input>): JobKindSteps =>
  steps as unknown as JobKindSteps;

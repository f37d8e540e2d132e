import { jobKinds } from './kinds.ts';
import { takeSteps } from './take-steps.ts';

/** Runs the steps of a job of any kind on the local worker. */
export const runJobSteps = (jobId: string, timeLeft: () => number): Promise<'finished' | 'more'> =>
  takeSteps(jobKinds, jobId, timeLeft);

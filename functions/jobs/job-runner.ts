import { jobKinds } from './kinds.ts';
import { takeSteps } from './take-steps.ts';

/** The steps of a job of any kind (take-steps.ts), as the one worker of this machine takes them. */
export const runJobSteps = (jobId: string, timeLeft: () => number): Promise<'finished' | 'more'> =>
  takeSteps(jobKinds, jobId, timeLeft);

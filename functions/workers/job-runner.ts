import type { JobKind } from '../../shared/jobs/job.ts';
import type { JobKindSteps } from '../jobs/job-kind.ts';
import { takeSteps } from '../jobs/take-steps.ts';
import { accountKinds } from './account-kinds.ts';
import { dataKinds } from './data-kinds.ts';
import { emailKinds } from './email-kinds.ts';

/** Steps of all job kinds. On AWS, three workers with separate permissions share them. */
export const jobKinds: Record<JobKind, JobKindSteps> = { ...accountKinds, ...emailKinds, ...dataKinds };

/** Runs the steps of a job of any kind on the local worker. */
export const runJobSteps = (jobId: string, timeLeft: () => number): Promise<'finished' | 'more'> =>
  takeSteps(jobKinds, jobId, timeLeft);

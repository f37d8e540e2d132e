import type { JobKind } from '../../shared/jobs/job.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Which steps each kind of long work takes. */
export const jobKinds = {} as Record<JobKind, JobKindSteps>;

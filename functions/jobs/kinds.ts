import type { JobKind } from '../../shared/jobs/job.ts';
import { bankFileSteps } from '../bank-files/send-steps.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Which steps each kind of long work takes. */
export const jobKinds = { 'bank files': bankFileSteps } as Record<JobKind, JobKindSteps>;

import type { JobKind } from '../../shared/jobs/job.ts';
import { accountKinds } from './account-kinds.ts';
import { dataKinds } from './data-kinds.ts';
import { emailKinds } from './email-kinds.ts';
import type { JobKindSteps } from './job-kind.ts';

/** The steps of every kind of long work; on AWS three workers share them, each with the rights of its own. */
export const jobKinds: Record<JobKind, JobKindSteps> = { ...accountKinds, ...emailKinds, ...dataKinds };

import type { JobKind } from '../../shared/jobs/job.ts';
import { accountKinds } from './account-kinds.ts';
import { dataKinds } from './data-kinds.ts';
import { emailKinds } from './email-kinds.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Steps of all job kinds. On AWS, three workers with separate permissions share them. */
export const jobKinds: Record<JobKind, JobKindSteps> = { ...accountKinds, ...emailKinds, ...dataKinds };

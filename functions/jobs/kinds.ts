import type { JobKind } from '../../shared/jobs/job.ts';
import { partnerPaymentsJob } from '../payments/generate-partner-job.ts';
import { facilityPaymentsJob, memberPaymentsJob } from '../payments/line-kinds.ts';
import { visitsImport } from '../visits/import-job.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Which steps each kind of long work takes. */
export const jobKinds = {
  'visits import': visitsImport,
  'partner payments': partnerPaymentsJob,
  'facility payments': facilityPaymentsJob,
  'member payments': memberPaymentsJob,
} as Record<JobKind, JobKindSteps>;

import type { JobKind } from '../../shared/jobs/job.ts';
import { addEmployees } from '../employees/add-employees.ts';
import { addKeyFobs } from '../employees/add-key-fobs.ts';
import { sendInvitations } from '../employees/send-invitations.ts';
import type { JobKindSteps } from './job-kind.ts';

/** Which steps each kind of long work takes. */
export const jobKinds = {
  'key fobs': addKeyFobs,
  'employees upload': addEmployees,
  invitations: sendInvitations,
} as Record<JobKind, JobKindSteps>;

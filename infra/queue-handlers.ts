import type { JobWorker } from '../shared/jobs/job.ts';

/** Handler of each worker's queue. */
export const queueHandlers: Record<JobWorker, string> = {
  accounts: 'jobs/on-account-message',
  emails: 'jobs/on-email-message',
  data: 'jobs/on-data-message',
};

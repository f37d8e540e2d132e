import { jobs } from '../../shared/contracts/jobs.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(jobs, {
  // only the user who started a job can read it
  get: {
    own: (_, as) => ({ params: { jobId: `job-of-${as?.id ?? 'nobody'}` } }),
    other: () => ({ params: { jobId: 'job-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
  list: { own: () => ({ query: { status: 'failed' } }) },
  redrive: { own: () => ({}) },
  resume: { own: () => ({ params: { jobId: 'job-of-another' } }) },
  file: {
    own: (_, as) => ({ params: { jobId: `download-of-${as?.id ?? 'nobody'}` } }),
    other: () => ({ params: { jobId: 'download-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
});

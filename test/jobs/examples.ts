import { jobs } from '../../shared/jobs/contract.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(jobs, {
  // a job belongs to whoever began it; the world has none of theirs
  get: { own: () => ({ params: { jobId: 'none' } }), other: () => ({ params: { jobId: 'job-of-another' } }) },
});

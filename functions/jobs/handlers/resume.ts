import { jobs } from '../../../shared/contracts/jobs.ts';
import { resumableJobs } from '../../../shared/jobs/job.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { resumeJob } from '../begin.ts';
import { generationResumed } from '../../payments/generation/resume-generation.ts';
import { loadJob } from '../store.ts';

export const handler = handle(jobs.resume, async ({ params, caller, now }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Job not found.');
  if (!resumableJobs.includes(job.kind))
    throw new Refusal('invalid', 'This job cannot be resumed. Start it again on its own page.');
  if (job.status !== 'failed')
    throw new Refusal('conflict', 'This job has not stopped. Nothing was changed. Reload the page.');
  if (job.rangeOf) throw new Refusal('invalid', 'This job is a part of another job. Resume that one.');
  return resumeJob(job, caller, now, await generationResumed(job));
});

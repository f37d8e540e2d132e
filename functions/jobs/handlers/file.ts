import { jobs } from '../../../shared/contracts/jobs.ts';
import { downloadSeconds } from '../../../shared/jobs/download.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { downloadFile, downloadAddress } from '../../platform/files.ts';
import { tokenTime } from '../../platform/clock.ts';
import { handle } from '../../handle.ts';
import { requireJobAccess } from '../job-access.ts';
import { loadJob } from '../store.ts';

export const handler = handle(jobs.file, async ({ params, caller }) => {
  const job = await loadJob(params.jobId);
  if (job?.kind !== 'download' && job?.kind !== 'bank file check')
    throw new Refusal('not-found', 'Download not found.');
  if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId)
    throw new Refusal('forbidden', 'Access to the resource is denied.');
  // a user who lost access to the partner also loses the file
  if (job.partnerId !== null) caller.requireAccess({ partnerId: job.partnerId });
  requireJobAccess(caller, job);
  if (job.status !== 'done')
    throw new Refusal('conflict', 'This download is not ready. Wait until it is finished.');
  const name = job.tally.fileName ?? 'download.xlsx';
  const address = await downloadAddress('files', downloadFile(job.id), {
    asName: name,
    seconds: downloadSeconds,
    // S3 compares it with the real time, which can differ from the local clock
    at: new Date(tokenTime() * 1000),
  });
  return { address, name };
});

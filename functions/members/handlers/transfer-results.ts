import { members } from '../../../shared/members/contract.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadJob } from '../../jobs/store.ts';
import { handle } from '../../platform/handle.ts';
import { resultsPage } from '../transfer-store.ts';

export const handler = handle(members.transferResults, async ({ params, query }) => {
  const job = await loadJob(params.jobId);
  if (job?.kind !== 'members transfer') throw new Refusal('not-found', 'Transfer not found.');
  return resultsPage(job.id, query.cursor);
});

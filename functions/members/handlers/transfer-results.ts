import { members } from '../../../shared/contracts/members.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { handle } from '../../handle.ts';
import { transferResults } from '../transfer-store.ts';

export const handler = handle(members.transferResults, async ({ params, query }) => {
  const job = await loadJobOfKind(params.jobId, 'members transfer', 'Transfer');
  return transferResults(job.id, query.cursor);
});

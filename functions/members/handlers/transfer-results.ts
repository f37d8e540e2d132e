import { members } from '../../../shared/members/contract.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { handle } from '../../platform/handle.ts';
import { transferResults } from '../transfer-store.ts';

export const handler = handle(members.transferResults, async ({ params, query }) => {
  const job = await loadJobOfKind(params.jobId, 'members transfer', 'Transfer');
  return transferResults(job.id, query.cursor);
});

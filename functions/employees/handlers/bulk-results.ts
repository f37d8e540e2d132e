import { employees } from '../../../shared/employees/contract.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadJob } from '../../jobs/store.ts';
import { handle } from '../../platform/handle.ts';
import { bulkResultsPage } from '../bulk-store.ts';

export const handler = handle(employees.bulkResults, async ({ params, query, caller }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Bulk action not found.');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  if (job.kind !== 'employees bulk') throw new Refusal('not-found', 'Bulk action not found.');
  return bulkResultsPage(job.id, query.cursor);
});

import { employees } from '../../../shared/contracts/employees.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { handle } from '../../handle.ts';
import { bulkResults } from '../bulk-store.ts';

export const handler = handle(employees.bulkResults, async ({ params, query, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'employees bulk', 'Bulk action');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  return bulkResults(job.id, query.cursor);
});

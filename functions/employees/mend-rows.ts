import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { validateEmployeeRows } from '../../shared/employees/employee-rows.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadJob } from '../jobs/store.ts';
import { handle } from '../platform/handle.ts';
import { beginUpload } from './begin-upload.ts';

export const handler = handle(employees.mendRows, async ({ params, body, caller, now, newId }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Upload not found.');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  if (job.kind !== 'employees upload') throw new Refusal('not-found', 'Upload not found.');
  const rows = validateEmployeeRows(
    body.rows.map(({ line, ...fields }) => ({ line, fields })),
    dateInChicago(now),
  );
  return beginUpload(
    {
      id: newId(),
      partnerId: job.partnerId ?? '',
      rows,
      fileName: job.tally.fileName ?? 'Employees file',
    },
    caller,
    now,
  );
});

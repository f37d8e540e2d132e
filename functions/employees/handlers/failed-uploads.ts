import { employees } from '../../../shared/contracts/employees.ts';
import { employeeColumns, employeeFields } from '../../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields } from '../../../shared/employees/roster-details.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { handle } from '../../handle.ts';

const titles = employeeFields.map((field) => employeeColumns[field].title);
const optional = detailFields.map((field) => detailColumns[field].title);

export const handler = handle(employees.failedUploads, async ({ params, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'employees upload', 'Upload');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  const name = `Not uploaded - ${(job.tally.fileName ?? 'employees').replace(/\.xlsx$/i, '')}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not uploaded', { titles, optional })) };
});

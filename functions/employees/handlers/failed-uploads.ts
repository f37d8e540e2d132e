import { employees } from '../../../shared/employees/contract.ts';
import { employeeColumns, employeeFields } from '../../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields } from '../../../shared/employees/roster-details.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadJob, refusedRowsOf } from '../../jobs/store.ts';
import { handle } from '../../platform/handle.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

export const handler = handle(employees.failedUploads, async ({ params, caller }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Upload not found.');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  if (job.kind !== 'employees upload') throw new Refusal('not-found', 'Upload not found.');
  const refused = await refusedRowsOf(job.id);
  const details = detailFields.map((field) => detailColumns[field].title);
  const titles = [
    ...employeeFields.map((field) => employeeColumns[field].title),
    ...details.filter((title) => refused.some(({ cells }) => cells[title])),
  ];
  return {
    name: `Not uploaded - ${(job.tally.fileName ?? 'employees').replace(/\.xlsx$/i, '')}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeSheet({
      sheetName: 'Not uploaded',
      columns: [
        ...titles.map((title) => ({ title, kind: 'text' as const, width: 24 })),
        { title: 'Reason', kind: 'text', width: 60 },
      ],
      rows: refused.map(({ cells, reason }) => [...titles.map((title) => cells[title]), reason]),
    }),
  };
});

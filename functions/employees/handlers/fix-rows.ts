import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { validateEmployeeRows } from '../../../shared/employees/employee-rows.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { advance, loadJob, loadJobOfKind, refusedRowsOf, type JobRecord } from '../../jobs/store.ts';
import { handle } from '../../handle.ts';
import { beginUpload } from '../begin-upload.ts';

export const handler = handle(employees.fixRows, async ({ params, body, caller, now, newId }) => {
  const job = await loadJobOfKind(params.jobId, 'employees upload', 'Upload');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  await requireOpenRows(job);
  const id = newId();
  const fixed = validateEmployeeRows(
    body.rows.map(({ line, ...fields }) => ({ line, fields })),
    dateInChicago(now),
  );
  const lines = new Set(fixed.map(({ line }) => line));
  const remaining = (await refusedRowsOf(job.id))
    .filter(({ line }) => !lines.has(line))
    .map((row) => ({ ...row, employee: null }));
  return beginUpload(
    {
      id,
      partnerId: job.partnerId ?? '',
      rows: [...fixed, ...remaining].toSorted((a, b) => a.line - b.line),
      fileName: job.tally.fileName ?? 'Employees file',
      additionalWrites: advance(job, { ...job, tally: { ...job.tally, continuedIn: id } }),
    },
    caller,
    now,
  );
});

/** Throws ('conflict') if a later upload contains the failed rows; if that upload failed, they are open again. */
async function requireOpenRows({ tally: { continuedIn } }: JobRecord): Promise<void> {
  const later = continuedIn === undefined ? undefined : await loadJob(continuedIn);
  if (later && later.status !== 'failed')
    throw new Refusal(
      'conflict',
      'The remaining rows to fix are in a later upload. Open it from the upload history.',
    );
}

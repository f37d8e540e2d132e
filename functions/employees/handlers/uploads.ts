import {
  employeeColumns,
  type ValidatedRow,
  employeeFields,
  validateEmployeeRows,
} from '../../../shared/employees/employee-rows.ts';
import { reasonsOf, maxReportedFailures, type UploadCheck } from '../../../shared/employees/upload-check.ts';
import { rowName, splitAdditions } from '../../../shared/employees/compare-file.ts';
import { loadCapacity } from '../add-members.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { importIdOf } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { beginUpload, closedReason, rowsToFix, uploadsPage } from '../upload-store.ts';
import { dateInChicago, showDateIn } from '../../../shared/calendar.ts';
import { fileColumns, fileFields, mappedFields } from '../../../shared/employees/column-questions.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { checkColumns } from '../column-check.ts';
import { loadColumnMapping, columnMappingChange } from '../column-mapping-store.ts';
import { sha256 } from '../../platform/digest.ts';
import {
  employeesFileLimits,
  laterNotes,
  leftOutNotes,
  openEmployees,
  openQuestions,
  namesTwice,
  sharedColumn,
  validateRows,
} from '../read-employees.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { rosterSheet } from '../roster-store.ts';
import { detailColumns, detailFields } from '../../../shared/employees/roster-details.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { jobResultChange, loadJob, loadJobOfKind, refusedRowsOf, type JobRecord } from '../../jobs/store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { plural } from '../../../shared/number-words.ts';
import { emailOtherManager } from '../../managers/manager-emails.ts';
import { transact } from '../../table/transact.ts';
import { workbookType } from '../../../shared/media-types.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

const shownPeople = 5;

const otherFields = fileFields.filter((field) => !['firstName', 'lastName', 'email'].includes(field));

/** Returns an added person as stored, for the preview. */
const shownPerson = (employee: NonNullable<ValidatedRow['employee']>) => ({
  firstName: employee.firstName,
  lastName: employee.lastName,
  email: employee.email,
  others: otherFields.flatMap((field) => {
    const value = employee[field];
    return value ? [{ title: fileColumns[field].title, value: showDateIn(value) }] : [];
  }),
});

type Forecast = Pick<UploadCheck, 'first' | 'rows' | 'added' | 'refused' | 'reasons' | 'refusedRows'>;
const noForecast: Forecast = { first: [], rows: 0, added: 0, refused: 0, reasons: [], refusedRows: [] };

/** Previews the upload of validated rows with the rules of the upload; writes nothing. */
async function forecastOf(partnerId: string, rows: readonly ValidatedRow[]): Promise<Forecast> {
  const { add, refused } = splitAdditions(rows, await loadCapacity(partnerId, rows));
  const refusedRows = refused.map(({ row, refusal }) => ({ ...rowName(row), reason: refusal.message }));
  return {
    first: add.flatMap(({ employee }) => (employee ? [shownPerson(employee)] : [])).slice(0, shownPeople),
    rows: rows.length,
    added: add.length,
    refused: refused.length,
    reasons: reasonsOf(refusedRows),
    refusedRows: refusedRows.slice(0, maxReportedFailures),
  };
}

export const uploadsHandler = handle(employees.uploads, async ({ query: { partnerId, cursor } }) =>
  uploadsPage(partnerId, cursor),
);

export const checkUploadHandler = handle(
  employees.checkUpload,
  async ({ body: { partnerId, sheet }, files, now }) => {
    const { name = '', bytes = new Uint8Array() } = files.file ?? {};
    await mustLoadGroupMembership(partnerId);
    const stored = await loadColumnMapping(partnerId);
    const open = await openEmployees({ name, bytes }, stored.columns, employeesFileLimits, sheet);
    const columns = checkColumns(open, stored, dateInChicago(now));
    // preview only: the page requires a date order before the upload
    const preview = { ...stored, dateOrder: stored.dateOrder ?? 'mdy' };
    const rows = columns.problem ? [] : validateRows(open, preview, dateInChicago(now));
    return {
      fileHash: sha256(bytes),
      sheet: open.name,
      sheets: open.alike,
      ...columns,
      notes: [...columns.notes, ...leftOutNotes(rows), ...laterNotes(rows)],
      ...(columns.problem ? noForecast : await forecastOf(partnerId, rows)),
    };
  },
);

export const excelReportHandler = handle(employees.excelReport, async ({ query: input, ...context }) =>
  sheetResponse(
    await rosterSheet(input, context.now),
    { what: 'roster', input, partnerId: input.partnerId },
    context,
  ),
);

const titles = employeeFields.map((field) => employeeColumns[field].title);
const optional = detailFields.map((field) => detailColumns[field].title);

export const failedUploadsHandler = handle(employees.failedUploads, async ({ params, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'employees upload', 'Upload');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  const name = `Not uploaded - ${(job.tally.fileName ?? 'employees').replace(/\.xlsx$/i, '')}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not uploaded', { titles, optional })) };
});

export const fixRowsHandler = handle(employees.fixRows, async ({ params, body, caller, now, newId }) => {
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
      notes: leftOutNotes(fixed),
      additionalWrites: jobResultChange(job, { continuedIn: id }, rowsConflict()),
    },
    caller,
    now,
  );
});

export const discardRowsHandler = handle(employees.discardRows, async ({ params, caller, now }) => {
  const job = await loadJobOfKind(params.jobId, 'employees upload', 'Upload');
  const partnerId = job.partnerId ?? '';
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  await requireOpenRows(job);
  const count = rowsToFix(job);
  if (count === 0) throw new Refusal('conflict', 'This upload has no rows to discard.');
  const { fileName = 'Employees file' } = job.tally;
  await transact(
    ...jobResultChange(
      job,
      { discarded: { who: caller.userId, at: now.toISOString(), count } },
      rowsConflict(),
    ),
    auditWrite(
      {
        name: 'upload rows discarded',
        subject: `partner ${partnerId}`,
        who: caller.userId,
        after: { upload: job.id, fileName, count },
      },
      now,
    ),
  );
  // the manager who uploaded them can expect that they are fixed
  await emailOtherManager(partnerId, job.startedBy, caller.userId, {
    subject: `${plural(count, 'row', 'rows')} of ${fileName} ${count === 1 ? 'was' : 'were'} discarded`,
    paragraphs: [
      `You uploaded this file. ${plural(count, 'row', 'rows')} with an error ${count === 1 ? 'was' : 'were'} discarded, and these people are not added.`,
    ],
    link: { title: 'Show the rows', path: `/uploadresults?job=${job.id}&partner=${partnerId}` },
  });
  return { success: true, message: `${plural(count, 'row was', 'rows were')} discarded.` };
});

/** Refusal of a user who fixes or discards rows at the same time as another. */
const rowsConflict = (): Refusal =>
  new Refusal(
    'conflict',
    'These rows were fixed or discarded after you opened them. Your change was not made. Reload and check them.',
  );

/** Throws ('conflict') if the failed rows can no longer be fixed or discarded. */
async function requireOpenRows(job: JobRecord): Promise<void> {
  const { continuedIn } = job.tally;
  const reason = closedReason(job, continuedIn === undefined ? undefined : await loadJob(continuedIn));
  if (reason !== undefined) throw new Refusal('conflict', reason);
}

export const saveUploadColumnsHandler = handle(
  employees.saveUploadColumns,
  async ({ params, body, caller, now }) => {
    const { partnerId } = params;
    await mustLoadGroupMembership(partnerId);
    const shared = sharedColumn(mappedFields.map((field) => ({ field, match: body.columns[field] })));
    const error = shared || namesTwice(body.columns);
    if (error !== '') throw new Refusal('invalid', error, 'columns');
    const before = await loadColumnMapping(partnerId);
    await transact(
      ...columnMappingChange(before, body),
      auditWrite(
        {
          name: 'upload columns chosen',
          subject: `partner ${partnerId}`,
          who: caller.userId,
          before: before.columns,
          after: body.columns,
        },
        now,
      ),
    );
    return { success: true };
  },
);

export const uploadTemplateHandler = handle(employees.uploadTemplate, async () => ({
  name: 'Employees template.xlsx',
  type: workbookType,
  bytes: await writeSheet({
    sheetName: 'Employees',
    columns: [
      ...employeeFields.map((field) => ({
        title: employeeColumns[field].title,
        kind: field === 'dateOfBirth' ? ('date' as const) : ('text' as const),
        width: 24,
      })),
      ...detailFields.map((field) => ({
        title: detailColumns[field].title,
        kind: 'text' as const,
        width: 20,
      })),
    ],
    rows: [],
  }),
}));

export const uploadHandler = handle(employees.upload, async ({ body, files, caller, now, ...context }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  const { partnerId, sheet } = body;
  const fileHash = sha256(bytes);
  if (body.fileHash !== undefined && body.fileHash !== fileHash)
    throw new Refusal(
      'invalid',
      'This file differs from the checked file. Nothing was uploaded. Check the file again.',
      'file',
    );
  const reading = await loadColumnMapping(partnerId);
  const open = await openEmployees({ name, bytes }, reading.columns, employeesFileLimits, sheet);
  const rows = validateRows(open, reading, dateInChicago(now));
  if (rows.length === 0) throw new Refusal('invalid', 'The file contains no employees.', 'file');
  const { notes } = openQuestions(open, reading, dateInChicago(now));
  return beginUpload(
    {
      id: importIdOf(body, files.file, { caller, ...context }),
      partnerId,
      rows,
      fileName: name,
      fileHash,
      notes: [...notes, ...leftOutNotes(rows), ...laterNotes(rows)],
    },
    caller,
    now,
  );
});

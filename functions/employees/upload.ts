import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { employeeColumns, validateEmployeeRows } from '../../shared/employees/employee-rows.ts';
import { detailColumns } from '../../shared/employees/roster-details.ts';
import { fileTooLarge, largestUpload, notAWorkbook } from '../../shared/employees/upload-limits.ts';
import { Refusal } from '../../shared/refusal.ts';
import { handle } from '../platform/handle.ts';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import { readTable } from '../platform/sheets/read-table.ts';
import { beginUpload } from './begin-upload.ts';

export const handler = handle(employees.upload, async ({ body, files, caller, now, newId }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  const sheet = await readSheet(bytes, name, {
    maxBytes: largestUpload,
    tooLarge: fileTooLarge,
    wrongKind: notAWorkbook,
  });
  const rows = validateEmployeeRows(
    readTable(sheet, { ...employeeColumns, ...detailColumns }),
    dateInChicago(now),
  );
  if (rows.length === 0) throw new Refusal('invalid', 'The file contains no employees.', 'file');
  return beginUpload({ id: newId(), partnerId: body.partnerId, rows, fileName: name }, caller, now);
});

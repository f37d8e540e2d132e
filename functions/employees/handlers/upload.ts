import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { beginUpload } from '../begin-upload.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { sha256 } from '../../platform/digest.ts';
import { employeesFileLimits, validateRows, openEmployees } from '../read-employees.ts';

export const handler = handle(employees.upload, async ({ body, files, caller, now, newId }) => {
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
  return beginUpload({ id: newId(), partnerId, rows, fileName: name, fileHash }, caller, now);
});

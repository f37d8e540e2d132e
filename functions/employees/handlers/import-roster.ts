import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { beginChange } from '../changes/begin-change.ts';
import { joinFileParts } from '../changes/import-parts.ts';

export const handler = handle(employees.importRoster, async ({ body, caller, now, newId }) => {
  const { parts, fileHash, partnerId, kind, fileName } = body;
  // the job reads the file, because a large one exceeds the time of a request
  const bytes = await joinFileParts(body, parts, fileHash);
  const ids = { id: newId(), jobId: newId() };
  return beginChange({ ...ids, partnerId, kind, fileName, bytes, asksColumns: true }, caller, now);
});

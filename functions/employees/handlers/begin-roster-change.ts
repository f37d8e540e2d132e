import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { beginChange } from '../changes/begin-change.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { readByHand } from '../changes/read-file.ts';

export const handler = handle(employees.beginRosterChange, async ({ body, files, caller, now, newId }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  // refuses an unreadable file immediately, at its field
  const reading = await loadColumnMapping(body.partnerId);
  await readByHand(body.kind, { name, bytes }, dateInChicago(now), reading);
  return beginChange({ ...body, id: newId(), jobId: newId(), fileName: name, bytes }, caller, now);
});

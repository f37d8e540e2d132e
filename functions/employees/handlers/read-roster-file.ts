import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { readAgain } from '../changes/begin-change.ts';
import { loadRosterChange } from '../changes/change-store.ts';

export const handler = handle(employees.readRosterFile, async ({ params, body, caller, now, newId }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  return readAgain(change, { ...body, jobId: newId() }, caller, now);
});

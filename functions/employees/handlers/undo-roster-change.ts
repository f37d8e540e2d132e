import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange } from '../changes/change-store.ts';
import { startUndo } from '../changes/undo-change.ts';

export const handler = handle(employees.undoRosterChange, async ({ params, body, caller, now, newId }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  return startUndo(change, { ...body, jobId: newId() }, caller, now);
});

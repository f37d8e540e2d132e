import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange } from '../changes/change-store.ts';
import { confirmChange } from '../changes/confirm-change.ts';

export const handler = handle(employees.confirmRosterChange, async ({ params, body, caller, now, newId }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  return confirmChange(change, { ...body, jobId: newId() }, caller, now);
});

import { canUndo } from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange, withNames } from '../changes/change-store.ts';

export const handler = handle(employees.rosterChange, async ({ params, caller, now }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  const [named = change] = await withNames([change]);
  return canUndo(change, now) ? named : { ...named, takeBackUntil: null };
});

import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange, resultsOf } from '../changes/change-store.ts';

export const handler = handle(employees.rosterChangeResults, async ({ params, query, caller }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  return resultsOf(change.id, query.of === 'takenBack', query.cursor);
});

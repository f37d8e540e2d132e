import { employees } from '../../../shared/contracts/employees.ts';
import { columnCheck } from '../../../shared/employees/files/upload-check.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange } from '../changes/change-store.ts';
import { loadPart } from '../changes/stored-rows.ts';

export const handler = handle(employees.rosterFileColumns, async ({ params, caller }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  const [columns] = (await loadPart(change.id, 'columns', 0, columnCheck)) ?? [];
  if (!columns) throw new Refusal('not-found', 'This file has no columns to select.');
  return columns;
});

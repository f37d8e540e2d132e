import { employees } from '../../../shared/contracts/employees.ts';
import { storedRosterRow } from '../../../shared/employees/changes/roster-change.ts';
import { handle } from '../../handle.ts';
import { loadRosterChange } from '../changes/change-store.ts';
import { rowsFrom, type RowPosition } from '../changes/stored-rows.ts';

const rowsOfPage = 100;

const formatPosition = ({ part, row }: RowPosition): string => `${part}-${row}`;
function parsePosition(text: string): RowPosition {
  const [part = 0, row = 0] = text.split('-').map(Number);
  return { part, row };
}

export const handler = handle(employees.rosterChangeRows, async ({ params, query, caller }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  const { group, cursor = '0-0' } = query;
  const { rows, next } = await rowsFrom(change.id, group, parsePosition(cursor), rowsOfPage, storedRosterRow);
  return { items: rows, totalCount: change.counts[group], nextCursor: next && formatPosition(next) };
});

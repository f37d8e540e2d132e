import { employees } from '../../../shared/employees/contract.ts';
import { handle } from '../../platform/handle.ts';
import { rosterChangesOf } from '../changes/change-store.ts';
import { withNames } from '../changes/names.ts';

export const handler = handle(employees.rosterChanges, async ({ query: { partnerId, cursor } }) => {
  const page = await rosterChangesOf(partnerId, cursor);
  return { ...page, items: await withNames(page.items) };
});

import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { rosterChangesOf, withNames } from '../changes/change-store.ts';

export const handler = handle(employees.rosterChanges, async ({ query: { partnerId, cursor } }) => {
  const page = await rosterChangesOf(partnerId, cursor);
  return { ...page, items: await withNames(page.items) };
});

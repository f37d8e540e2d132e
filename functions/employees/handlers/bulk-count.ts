import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { memberIdsOf } from '../bulk-store.ts';

export const handler = handle(employees.bulkCount, async ({ query: { partnerId, ...search } }) => ({
  count: (await memberIdsOf(partnerId, search)).length,
}));

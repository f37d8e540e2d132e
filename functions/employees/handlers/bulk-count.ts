import { employees } from '../../../shared/employees/contract.ts';
import { handle } from '../../platform/handle.ts';
import { memberIdsOf } from '../bulk-store.ts';

export const handler = handle(employees.bulkCount, async ({ query: { partnerId, ...search } }) => ({
  count: (await memberIdsOf(partnerId, search)).length,
}));

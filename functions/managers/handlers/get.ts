import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { loadManager, managerOf, requireSelf } from '../store.ts';

export const handler = handle(managers.get, async ({ query: { managerId }, caller }) => {
  requireSelf(caller, managerId);
  return managerOf(await loadManager(managerId));
});

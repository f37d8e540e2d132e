import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { listedManagerOf, listManagers } from '../store.ts';

export const handler = handle(managers.list, async ({ query: { partnerId } }) =>
  (await listManagers(partnerId)).map(listedManagerOf),
);

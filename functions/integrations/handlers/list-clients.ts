import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { listApiClients, rowsOfClients } from '../api-client-store.ts';
import { ownOwner } from '../client-owner.ts';

export const handler = handle(integrations.listClients, async ({ query, caller, now }) => {
  const page = await listApiClients(caller.role === 'systemAdmin' ? 'all' : ownOwner(caller), query);
  return { ...page, items: await rowsOfClients(page.items, now) };
});

import { integrations } from '../../../shared/contracts/integrations.ts';
import { loadUserNames } from '../../users/store.ts';
import { handle } from '../../handle.ts';
import { listApiClients, rowOfClient } from '../api-client-store.ts';
import { ownOwner } from '../client-owner.ts';

export const handler = handle(integrations.listClients, async ({ query, caller, now }) => {
  const page = await listApiClients(caller.role === 'systemAdmin' ? 'all' : ownOwner(caller), query);
  const names = await loadUserNames(page.items.map(({ createdBy }) => createdBy));
  return {
    ...page,
    items: page.items.map((client) => rowOfClient(client, names.get(client.createdBy), now)),
  };
});

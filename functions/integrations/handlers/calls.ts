import { integrations } from '../../../shared/contracts/integrations.ts';
import { loadUserNames } from '../../users/store.ts';
import { handle } from '../../handle.ts';
import { latestCalls } from '../api-call-store.ts';
import { loadApiClient, rowOfClient } from '../api-client-store.ts';
import { requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.calls, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  const names = await loadUserNames([client.createdBy]);
  return {
    client: rowOfClient(client, names.get(client.createdBy), now),
    calls: await latestCalls(client.id, now),
  };
});

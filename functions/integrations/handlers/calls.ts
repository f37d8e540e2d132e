import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { latestCalls } from '../api-call-store.ts';
import { loadApiClient, rowOfClient } from '../api-client-store.ts';
import { requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.calls, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  return { client: rowOfClient(client, now), calls: await latestCalls(client.id, now) };
});

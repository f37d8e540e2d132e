import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { latestCalls } from '../api-call-store.ts';
import { loadApiClient, rowsOfClients } from '../api-client-store.ts';
import { requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.calls, async ({ params, caller, now }) => {
  const stored = await loadApiClient(params.clientId);
  requireOwner(caller, stored);
  const [client] = await rowsOfClients([stored], now);
  if (!client) throw new Error(`API client ${stored.id} has no row`);
  return { client, calls: await latestCalls(stored.id, now) };
});

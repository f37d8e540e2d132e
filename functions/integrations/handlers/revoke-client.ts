import { integrations } from '../../../shared/contracts/integrations.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { apiClientChange, loadApiClient } from '../api-client-store.ts';
import { clientEvent } from '../client-event.ts';
import { requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.revokeClient, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  if (client.revokedAt !== null) throw new Refusal('conflict', 'This client was already revoked.');
  await transact(
    ...apiClientChange(client, { ...client, secrets: [], revokedAt: now.toISOString() }),
    clientEvent('API client revoked', client, caller, now, {}),
  );
  return { success: true, message: `${client.name} was revoked. Its tokens are no longer valid.` };
});

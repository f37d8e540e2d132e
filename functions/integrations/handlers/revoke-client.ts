import { integrations } from '../../../shared/contracts/integrations.ts';
import { revokedClient } from '../../../shared/integrations/api-clients/api-client.ts';
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
    ...apiClientChange(client, revokedClient(client, now)),
    clientEvent('API client revoked', client, caller, now, {}),
  );
  return { success: true, message: `${client.name} was revoked. Its tokens are no longer valid.` };
});

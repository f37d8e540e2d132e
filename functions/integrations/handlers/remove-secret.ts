import { integrations } from '../../../shared/contracts/integrations.ts';
import { withoutSecret } from '../../../shared/integrations/api-clients/api-client.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { apiClientChange, loadApiClient } from '../api-client-store.ts';
import { clientEvent } from '../client-event.ts';
import { requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.removeSecret, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  await transact(
    ...apiClientChange(client, withoutSecret(client, params.secretId, now)),
    clientEvent('API client secret removed', client, caller, now, { secret: params.secretId }),
  );
  return { success: true, message: 'The secret was removed. Its tokens are no longer valid.' };
});

import { integrations } from '../../../shared/contracts/integrations.ts';
import { withSecret } from '../../../shared/integrations/api-clients/api-client.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { apiClientChange, loadApiClient } from '../api-client-store.ts';
import { newSecret } from '../api-token.ts';
import { clientEvent } from '../client-event.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { idsOf, requireOwner } from '../client-owner.ts';

export const handler = handle(integrations.addSecret, async ({ params, caller, now, newId }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  const { text, secret } = newSecret(client.id, { id: newId(), createdBy: caller.userId }, now);
  await transact(
    ...apiClientChange(client, withSecret(client, secret, now)),
    clientEvent('API client secret added', client, caller, now, { secret: secret.id }),
  );
  await emailNewAccess(caller, { ...idsOf(client), what: `added a secret to the API client ${client.name}` });
  return {
    success: true,
    message: 'A new secret was added. The former one is valid for seven more days.',
    clientId: client.id,
    clientSecret: text,
  };
});

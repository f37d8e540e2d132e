import { dateInChicago } from '../../../shared/calendar.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  checkNewClient,
  networksIn,
  type ApiClient,
} from '../../../shared/integrations/api-clients/api-client.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { apiClientChange, requireFreeClient } from '../api-client-store.ts';
import { newSecret } from '../api-token.ts';
import { clientEvent } from '../client-event.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { idsOf, ownerOfNewClient } from '../client-owner.ts';

export const handler = handle(integrations.createClient, async ({ body, caller, now, newId }) => {
  const { ownerKind, ownerNumber, ...form } = body;
  const owner = await ownerOfNewClient(caller, { ownerKind, ownerNumber });
  checkNewClient(form, owner.ownerKind, dateInChicago(now));
  await requireFreeClient(owner);
  const id = newId();
  const { text, secret } = newSecret(id, { id: newId(), createdBy: caller.userId }, now);
  const client: ApiClient = {
    ...owner,
    id,
    name: form.name,
    scopes: form.scopes,
    expiresOn: form.expiresOn,
    addresses: networksIn(form.addresses ?? ''),
    secrets: [secret],
    createdBy: caller.userId,
    createdAt: now.toISOString(),
    revokedAt: null,
    version: 0,
  };
  const { name, scopes, expiresOn, addresses } = client;
  await transact(
    ...apiClientChange(null, client),
    clientEvent('API client created', client, caller, now, { scopes, expiresOn, addresses }),
  );
  await emailNewAccess(caller, {
    ...idsOf(owner),
    what: `created the API client ${name}, valid until ${expiresOn}`,
  });
  return { success: true, message: `${name} was created.`, clientId: id, clientSecret: text };
});

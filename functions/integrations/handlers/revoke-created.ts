import { integrations } from '../../../shared/contracts/integrations.ts';
import { idsOfOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { plural } from '../../../shared/plural.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { allApiClients, apiClientChange, loadApiClient } from '../api-client-store.ts';
import { clientEvent } from '../client-event.ts';
import { webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../webhooks/store.ts';

export const handler = handle(integrations.revokeCreated, async ({ body, caller, now }) => {
  const { userId, owner } = body;
  const { partnerId, facilityId } = idsOfOwner(owner);
  const ownerId = partnerId ?? facilityId;
  const clients = (await allApiClients()).filter(
    (client) => client.createdBy === userId && (ownerId === undefined || client.ownerId === ownerId),
  );
  for (const { id } of clients) {
    const client = await loadApiClient(id);
    await transact(
      ...apiClientChange(client, { ...client, secrets: [], revokedAt: now.toISOString() }),
      clientEvent('API client revoked', client, caller, now, { createdBy: userId }),
    );
  }
  const record = await webhooksOf(owner);
  const created = record.webhooks.filter(({ createdBy }) => createdBy === userId);
  if (created.length > 0)
    await transact(
      ...webhooksChange(
        record,
        record.webhooks.filter(({ createdBy }) => createdBy !== userId),
      ),
      ...created.map((webhook) =>
        webhookAudit('webhook deleted', webhook.id, { before: webhook }, { caller, now }),
      ),
    );
  forgetReceivers();
  return {
    success: true,
    message: `${plural(clients.length, 'API client', 'API clients')} revoked, ${plural(created.length, 'webhook', 'webhooks')} deleted.`,
  };
});

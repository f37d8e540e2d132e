import { integrations } from '../../../shared/contracts/integrations.ts';
import { withoutCreator } from '../../../shared/integrations/api-clients/api-client.ts';
import { idsOfOwner } from '../../../shared/integrations/webhooks/owner.ts';
import {
  type WebhooksRecord,
  webhooksWithoutCreator,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { plural } from '../../../shared/plural.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import type { Caller } from '../../users/caller.ts';
import { allApiClients, apiClientChange, loadApiClient } from '../api-client-store.ts';
import { clientEvent } from '../client-event.ts';
import { webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { everyRecord, webhooksChange, webhooksOf } from '../webhooks/store.ts';

interface Revocation {
  userId: string;
  caller: Caller;
  now: Date;
}

export const handler = handle(integrations.revokeCreated, async ({ body, caller, now }) => {
  const { userId, owner } = body;
  const revocation = { userId, caller, now };
  const { partnerId, facilityId } = idsOfOwner(owner);
  const ownerId = partnerId ?? facilityId;
  let clientCount = 0;
  for (const { id, ...client } of await allApiClients())
    if (ownerId === undefined || client.ownerId === ownerId)
      clientCount += await revokeClient(id, revocation);
  let webhookCount = 0;
  // administrators create webhooks for every owner
  const records = owner === 'all' ? everyRecord() : [await webhooksOf(owner)];
  for await (const record of records) webhookCount += await revokeWebhooks(record, revocation);
  forgetReceivers();
  return {
    success: true,
    message: `${plural(clientCount, 'API client', 'API clients')} revoked or left without the user’s secrets, ${plural(webhookCount, 'webhook', 'webhooks')} deleted or turned off.`,
  };
});

/** Returns the number of changed clients: 0 or 1. */
async function revokeClient(id: string, { userId, caller, now }: Revocation): Promise<number> {
  const client = await loadApiClient(id);
  const after = client.revokedAt === null ? withoutCreator(client, userId, now) : undefined;
  if (!after) return 0;
  const name = after.revokedAt === null ? 'API client secret removed' : 'API client revoked';
  await transact(
    ...apiClientChange(client, after),
    clientEvent(name, client, caller, now, { createdBy: userId }),
  );
  return 1;
}

/** Returns the number of changed webhooks of an owner. */
async function revokeWebhooks(record: WebhooksRecord, { userId, caller, now }: Revocation): Promise<number> {
  const remaining = webhooksWithoutCreator(record.webhooks, userId, now);
  const changed = record.webhooks.filter((webhook) => !remaining.includes(webhook));
  if (changed.length === 0) return 0;
  await transact(
    ...webhooksChange(record, remaining),
    ...changed.map((before) => {
      const after = remaining.find(({ id }) => id === before.id);
      const name = after ? 'webhook changed' : 'webhook deleted';
      return webhookAudit(name, before.id, { before, ...(after && { after }) }, { caller, now });
    }),
  );
  return changed.length;
}

import {
  webhooksRecord,
  type Webhook,
  type WebhooksRecord,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { ownerOf, type WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { change } from '../../table/change.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { eachItem, get, getMany, parseRow } from '../../table/table.ts';
import type { Change } from '../../table/write.ts';

const webhooksEntity = entity({
  name: 'webhooks',
  schema: webhooksRecord,
  key: ({ owner }) => keys.webhooks(owner),
});

export type StoredWebhooks = Pick<WebhooksRecord, 'owner' | 'webhooks'>;

/** Returns the webhooks of owners, without a consistent read. */
export async function loadWebhooks(owners: readonly WebhookOwner[]): Promise<StoredWebhooks[]> {
  const records = await getMany(webhooksEntity, owners.map(keys.webhooks));
  const byOwner = new Map(records.map((record) => [record.owner, record]));
  return owners.map((owner) => byOwner.get(owner) ?? { owner, webhooks: [] });
}

/** Returns the stored record of an owner, or an empty one. */
export const webhooksOf = async (owner: WebhookOwner): Promise<WebhooksRecord> =>
  (await get(webhooksEntity, keys.webhooks(owner))) ?? { owner, webhooks: [], version: 0 };

/** Returns a webhook with the record that contains it; throws 'not-found' for an unknown ID. */
export async function mustLoadWebhook(id: string): Promise<{ record: WebhooksRecord; webhook: Webhook }> {
  const record = await webhooksOf(ownerOf(id));
  const webhook = record.webhooks.find((candidate) => candidate.id === id);
  if (!webhook) throw new Refusal('not-found', 'Webhook not found.');
  return { record, webhook };
}

/** Yields the stored records of all owners. */
export async function* everyRecord(): AsyncGenerator<WebhooksRecord> {
  for await (const item of eachItem(keys.webhooks('').pk)) yield parseRow(webhooksEntity, item);
}

/** Yields the webhooks of every owner. */
export async function* everyWebhook(): AsyncGenerator<Webhook> {
  for await (const { webhooks } of everyRecord()) yield* webhooks;
}

/** Returns the writes of the record after a change of its webhooks. `version` is the one that the caller has read. */
export const webhooksChange = (
  before: WebhooksRecord,
  webhooks: readonly Webhook[],
  version = before.version,
): Change[] => {
  const after = { ...before, webhooks: [...webhooks] };
  return change(webhooksEntity, before.version === 0 ? null : { ...before, version }, after, {
    lost: new Refusal('conflict', 'Someone else changed these webhooks. Reload and try again.'),
  });
};

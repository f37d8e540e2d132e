import { delivery, replayDays, type Delivery } from '../../../shared/integrations/webhooks/delivery.ts';
import { audienceOf, type EventKindName } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../../shared/integrations/webhooks/webhook.ts';
import { errorName, Refusal } from '../../../shared/refusal.ts';
import { sha256 } from '../../platform/digest.ts';
import { remove } from '../../table/delete-item.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { itemOf } from '../../table/change.ts';
import { put } from '../../table/put-item.ts';
import { getMany, parseRow, queryItems } from '../../table/table.ts';
import { transact, writeAlone } from '../../table/transact.ts';
import type { Change, Write } from '../../table/write.ts';

/** Waiting deliveries of administrators have several partitions, because their webhooks receive the events of the whole portal. */
const shardsOfAll = 8;

export const shardsOf = (webhookId: string): number =>
  audienceOf(ownerOf(webhookId)) === 'all' ? shardsOfAll : 1;

const shardOf = ({ webhookId, subject }: Pick<Delivery, 'webhookId' | 'subject'>): number => {
  const shards = shardsOf(webhookId);
  return shards === 1 ? 0 : Number.parseInt(sha256(subject).slice(0, 4), 16) % shards;
};

const queueKey = (delivery: Pick<Delivery, 'webhookId' | 'subject' | 'position'>) =>
  keys.waitingDelivery(delivery.webhookId, shardOf(delivery), delivery.position);

const waitingEntity = entity({ name: 'waiting delivery', schema: delivery, key: queueKey });

const pastEntity = (status: 'delivered' | 'failed') =>
  entity({
    name: 'past delivery',
    schema: delivery,
    key: ({ webhookId, id }) => keys.pastDelivery(webhookId, status, id),
  });

const secondsAfter = (at: Date, days: number): number => Math.floor(at.getTime() / 1000) + days * 86_400;

interface NewDelivery {
  id: string;
  webhook: Pick<Webhook, 'id'>;
  kind: EventKindName;
  subject: string;
  data: Delivery['data'];
  at: Date;
}

/** Returns the write of an event's delivery to one webhook, for the transaction of the change. */
export const deliveryQueued = ({ id, webhook, kind, subject, data, at }: NewDelivery): Write => ({
  item: put(
    itemOf(waitingEntity, {
      id,
      webhookId: webhook.id,
      kind,
      subject,
      at: at.toISOString(),
      data,
      attempts: 0,
      firstAttemptAt: null,
      lastAttemptAt: null,
      nextAttemptAt: null,
      responseCode: null,
      problem: '',
      position: id,
      // a webhook that is turned off sends nothing; its deliveries must not wait forever
      expiresAt: secondsAfter(at, replayDays),
    }),
  ),
});

/** Returns a page of the waiting deliveries of a shard, the oldest first, consistently read. */
export async function pageOfWaiting(
  webhookId: string,
  shard: number,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: Delivery[]; last: string | null }> {
  const { pk } = keys.waitingDelivery(webhookId, shard, '');
  const { items, last } = await queryItems(pk, { limit, ...(after !== undefined && { after }) });
  return { rows: items.map((item) => parseRow(waitingEntity, item)), last };
}

/** Returns a page of the delivered or failed deliveries of a webhook, the newest first. */
export async function pageOfPast(
  webhookId: string,
  status: 'delivered' | 'failed',
  { limit, after, now }: { limit: number; after?: string | undefined; now: Date },
): Promise<{ rows: Delivery[]; last: string | null }> {
  const { pk } = keys.pastDelivery(webhookId, status, '');
  const { items, last } = await queryItems(pk, {
    limit,
    backwards: true,
    ...(after !== undefined && { after }),
  });
  const rows = items.map((item) => parseRow(pastEntity(status), item));
  // the table deletes expired items with a delay
  return { rows: rows.filter(({ expiresAt }) => expiresAt > now.getTime() / 1000), last };
}

/** Returns failed deliveries of a webhook by ID, without those that are not failed or have expired. */
export async function failedDeliveries(
  webhookId: string,
  ids: readonly string[],
  now: Date,
): Promise<Delivery[]> {
  const deliveries = await getMany(
    pastEntity('failed'),
    ids.map((id) => keys.pastDelivery(webhookId, 'failed', id)),
    { consistent: true },
  );
  return deliveries.filter(({ expiresAt }) => expiresAt > now.getTime() / 1000);
}

/**
 * Records a delivered event with two writes: the record, then the removal from the queue. If the process dies
 * between them, the event is sent again with the same ID.
 */
export async function markDelivered(done: Delivery): Promise<void> {
  await writeAlone({ item: put(itemOf(pastEntity('delivered'), done)) });
  await writeAlone({ item: remove(queueKey(done)) });
}

const unchanged = (before: Delivery) => ({
  text: 'attempts = :attempts',
  values: { ':attempts': before.attempts },
});

/** Records a failed attempt with one write, unless another process has recorded one. */
export async function markWaiting(before: Delivery, after: Delivery): Promise<void> {
  try {
    await writeAlone({ item: put(itemOf(waitingEntity, after), unchanged(before)) });
  } catch (error) {
    if (errorName(error) !== 'ConditionalCheckFailedException') throw error;
  }
}

/** Moves a delivery to the failed ones, unless another process has delivered it. */
export async function markFailed(before: Delivery, after: Delivery): Promise<void> {
  try {
    await transact(
      { item: remove(queueKey(before), unchanged(before)) },
      { item: put(itemOf(pastEntity('failed'), after)) },
    );
  } catch (error) {
    if (errorName(error) !== 'TransactionCanceledException') throw error;
  }
}

/** Returns the writes that put a failed delivery at the end of the queue, with its ID and a new place. */
export const requeued = (failed: Delivery, position: string): Change[] => [
  {
    item: remove(keys.pastDelivery(failed.webhookId, 'failed', failed.id), { text: 'attribute_exists(pk)' }),
    refusal: new Refusal('conflict', 'A delivery was sent again at the same time. Reload and try again.'),
  },
  {
    item: put(
      itemOf(waitingEntity, {
        ...failed,
        position,
        attempts: 0,
        firstAttemptAt: null,
        nextAttemptAt: null,
        problem: '',
      }),
    ),
  },
];

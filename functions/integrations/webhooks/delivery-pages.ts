import type {
  Delivery,
  DeliveryRow,
  DeliveryStatus,
} from '../../../shared/integrations/webhooks/delivery.ts';
import { pageSize, type Page } from '../../../shared/page.ts';
import { pageOfPast, pageOfWaiting, shardsOf } from './queue-store.ts';

const rowOf = (delivery: Delivery, status: DeliveryStatus): DeliveryRow => ({ ...delivery, status });

/** Returns a page of deliveries by status: waiting ones in their order, others newest first. */
export async function pageOfDeliveries(
  webhookId: string,
  status: DeliveryStatus,
  { cursor, now }: { cursor: string | undefined; now: Date },
): Promise<Page<DeliveryRow>> {
  if (status === 'waiting') return pageOfAllWaiting(webhookId, cursor);
  const { rows, last } = await pageOfPast(webhookId, status, { limit: pageSize, after: cursor, now });
  return { items: rows.map((row) => rowOf(row, status)), totalCount: null, nextCursor: last };
}

/** Returns a page of the waiting deliveries of all shards, merged by position; the cursor is the last position. */
async function pageOfAllWaiting(webhookId: string, cursor: string | undefined): Promise<Page<DeliveryRow>> {
  const shards = await Promise.all(
    Array.from({ length: shardsOf(webhookId) }, (_, shard) =>
      pageOfWaiting(webhookId, shard, { limit: pageSize, after: cursor }),
    ),
  );
  const merged = shards
    .flatMap(({ rows }) => rows)
    .toSorted((left, right) => (left.position < right.position ? -1 : 1));
  const rows = merged.slice(0, pageSize);
  const isLast = merged.length <= pageSize && shards.every(({ last }) => last === null);
  return {
    items: rows.map((row) => rowOf(row, 'waiting')),
    totalCount: null,
    nextCursor: isLast ? null : (rows.at(-1)?.position ?? null),
  };
}

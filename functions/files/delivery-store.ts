import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { putOnce } from '../table/change.ts';
import type { Write } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/batch-get-items.ts';

export interface Delivery {
  /** Key in the bucket. */
  name: string;
  /** Content hash; a changed file with the same key is a new delivery. */
  content: string;
}

const keyOf = ({ name, content }: Delivery) => keys.unique('roster-delivery', digestOf(`${name} ${content}`));

/** Returns the deliveries that have not been processed. */
export async function newDeliveries<Item extends Delivery>(deliveries: readonly Item[]): Promise<Item[]> {
  const processed = new Set((await getItems(deliveries.map(keyOf))).map(({ pk }) => pk));
  return deliveries.filter((delivery) => !processed.has(keyOf(delivery).pk));
}

/** Returns the write that marks a delivery as processed, once. */
export const markProcessed = (delivery: Delivery, now: Date): Write =>
  putOnce(
    { ...keyOf(delivery), entity: 'roster delivery', at: now.toISOString() },
    new Refusal('conflict', 'This file was already processed.'),
  );

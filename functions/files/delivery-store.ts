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

/** Record of a processed delivery; `jobId` is the job that reads the file, where it was not read immediately. */
export interface ProcessedMark {
  at: string;
  jobId?: string;
}

/** Returns the mark of each processed delivery. */
export async function processedMarks<Item extends Delivery>(
  deliveries: readonly Item[],
): Promise<Map<Item, ProcessedMark>> {
  const marks = new Map((await getItems(deliveries.map(keyOf))).map((item) => [item.pk, item]));
  return new Map(
    deliveries.flatMap((delivery): [Item, ProcessedMark][] => {
      const mark = marks.get(keyOf(delivery).pk);
      return mark ? [[delivery, mark as unknown as ProcessedMark]] : [];
    }),
  );
}

/** Returns the deliveries that have not been processed. */
export async function newDeliveries<Item extends Delivery>(deliveries: readonly Item[]): Promise<Item[]> {
  const processed = await processedMarks(deliveries);
  return deliveries.filter((delivery) => !processed.has(delivery));
}

/** Returns the write that marks a delivery as processed, once. */
export const markProcessed = (delivery: Delivery, now: Date, jobId?: string): Write =>
  putOnce(
    { ...keyOf(delivery), entity: 'roster delivery', at: now.toISOString(), ...(jobId && { jobId }) },
    new Refusal('conflict', 'This file was already processed.'),
  );

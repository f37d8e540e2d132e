import { Refusal } from '../../../shared/refusal.ts';
import { digestOf } from '../../platform/digest.ts';
import { putOnce, type Write } from '../../table/change.ts';
import { keys } from '../../table/keys.ts';
import { getItems } from '../../table/table.ts';

export interface Delivery {
  /** The name in the bucket. */
  name: string;
  /** Changes with the bytes: a file that is delivered again with others is another one. */
  content: string;
}

const keyOf = ({ name, content }: Delivery) => keys.unique('roster-delivery', digestOf(`${name} ${content}`));

/** Those of some deliveries that were not taken yet. */
export async function notTaken<One extends Delivery>(deliveries: readonly One[]): Promise<One[]> {
  const taken = new Set((await getItems(deliveries.map(keyOf))).map(({ pk }) => pk));
  return deliveries.filter((one) => !taken.has(keyOf(one).pk));
}

/** The write that takes a delivery, once. */
export const deliveryTaken = (one: Delivery, now: Date): Write =>
  putOnce(
    { ...keyOf(one), entity: 'roster delivery', name: one.name, at: now.toISOString() },
    new Refusal('conflict', 'This file was taken already.'),
  );

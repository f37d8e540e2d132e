import { Refusal } from '../../../shared/refusal.ts';
import { digestOf } from '../../platform/digest.ts';
import { putOnce } from '../../table/change.ts';
import type { Write } from '../../table/write.ts';
import { keys } from '../../table/keys.ts';
import { getItems } from '../../table/batch-get-items.ts';

export interface Arrival {
  name: string;
  /** Changes with the bytes, so a new file under the same name is a new arrival. */
  content: string;
}

const keyOf = ({ name, content }: Arrival) => keys.unique('bank-arrival', digestOf(`${name} ${content}`));

export async function newArrivals(arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const processed = new Set((await getItems(arrivals.map(keyOf))).map(({ pk }) => pk));
  return arrivals.filter((arrival) => !processed.has(keyOf(arrival).pk));
}

export const arrivalProcessed = (arrival: Arrival, now: Date): Write =>
  putOnce(
    { ...keyOf(arrival), entity: 'bank arrival', name: arrival.name, at: now.toISOString() },
    new Refusal('conflict', 'This file was taken already.'),
  );

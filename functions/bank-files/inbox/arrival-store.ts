import { Refusal } from '../../../shared/refusal.ts';
import { digestOf } from '../../platform/digest.ts';
import { putOnce, type Write } from '../../table/change.ts';
import { keys } from '../../table/keys.ts';
import { getItems } from '../../table/table.ts';

/** A file that the bank put somewhere for us. */
export interface Arrival {
  name: string;
  /** Changes with the bytes: another file under the same name is another one. */
  content: string;
}

const keyOf = ({ name, content }: Arrival) => keys.unique('bank-arrival', digestOf(`${name} ${content}`));

/** Those of some arrivals that were not taken yet. */
export async function notTaken(arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const taken = new Set((await getItems(arrivals.map(keyOf))).map(({ pk }) => pk));
  return arrivals.filter((one) => !taken.has(keyOf(one).pk));
}

/** The write that takes an arrival, once. */
export const arrivalTaken = (one: Arrival, now: Date): Write =>
  putOnce(
    { ...keyOf(one), entity: 'bank arrival', name: one.name, at: now.toISOString() },
    new Refusal('conflict', 'This file was taken already.'),
  );

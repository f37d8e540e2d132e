import { keys } from './keys.ts';
import { updateNow } from './update-item.ts';

/** Returns the next whole number of a kind, from 1, for readable IDs. Numbers are unique; gaps are possible. */
export async function nextNumber(kind: string): Promise<number> {
  const { n } = await updateNow(keys.number(kind), { text: 'ADD n :one', values: { ':one': 1 } });
  return Number(n);
}

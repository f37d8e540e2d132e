import type { CountStep, Write } from './write.ts';
import type { Key } from './keys.ts';
import { getItem } from './get-item.ts';
import { update } from './update-item.ts';

/** Returns counter values in the given order, strongly consistent; 0 for a missing counter. */
export async function countsAt(counters: readonly Key[]): Promise<number[]> {
  const items = await Promise.all(counters.map(getItem));
  return items.map((item) => Number(item?.n ?? 0));
}

/** Returns the write of an increment; a bounded one succeeds only if all of it fits. */
export function countWrite({ count, by, atMost }: CountStep): Write {
  const maximum = atMost && atMost.count - by;
  return {
    refusal: atMost?.full,
    item: update(count, {
      text: 'ADD n :by',
      // a missing counter is zero
      condition:
        maximum === undefined
          ? undefined
          : maximum >= 0
            ? 'attribute_not_exists(n) or n <= :limit'
            : 'n <= :limit',
      values: { ':by': by, ...(maximum !== undefined && { ':limit': maximum }) },
    }),
  };
}

import type { Write } from './write.ts';
import type { Key } from './keys.ts';
import { update } from './update-item.ts';

/** Returns one write that increments several counters of an item, such as the days of a month; they start at 0. */
export function tallyWrite(key: Key, steps: Readonly<Record<string, number>>): Write[] {
  const moved = Object.entries(steps).filter(([, by]) => by !== 0);
  if (moved.length === 0) return [];
  return [
    {
      item: update(key, {
        text: `ADD ${moved.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
        names: Object.fromEntries(moved.map(([name], index) => [`#n${index}`, name])),
        values: Object.fromEntries(moved.map(([, by], index) => [`:n${index}`, by])),
      }),
    },
  ];
}

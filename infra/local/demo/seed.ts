/** Reproducible pseudorandom numbers (mulberry32). */
export interface Seeded {
  /** Returns a number from 0 to less than 1. */
  next: () => number;
  /** Returns an integer from `least` to `most`, inclusive. */
  between: (least: number, most: number) => number;
  /** Returns one of the values; throws for an empty array. */
  pick: <Item>(from: readonly Item[]) => Item;
  chance: (probability: number) => boolean;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    chance: (probability) => next() < probability,
  };
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a ULID-like ID that depends only on the index. */
export function demoId(index: number): string {
  const { next } = seeded(index * 7919 + 17);
  const tail = Array.from({ length: 20 }, () => letters[Math.floor(next() * 32)] ?? '0').join('');
  return `01KDEM${tail}`;
}

import { compareText } from './expressions.ts';

/** Characters whose order as code units differs from that of their UTF-8 bytes when compared with surrogates. */
const needsBytes = /[\ue000-\uffff]/;

interface Partition<Value> {
  order: string[];
  values: Map<string, Value>;
  /** Comparing code units, which is much faster, orders the texts as bytes. */
  isPlain: boolean;
}

/** Index of a sorted list at which a text is or belongs. */
function positionIn({ order, isPlain }: Partition<unknown>, text: string): number {
  const isLess =
    isPlain && !needsBytes.test(text)
      ? (other: string) => other < text
      : (other: string) => compareText(other, text) < 0;
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLess(order[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sort texts to read, both inclusive: with each text that begins with `until`, also entries after a separator. */
export interface SortRange {
  from?: string | undefined;
  until?: string | undefined;
}

/** Entries by partition, in the order of the sort key. */
export class Sorted<Value> {
  private readonly partitions = new Map<string, Partition<Value>>();

  set(partition: string, sort: string, value: Value): void {
    let found = this.partitions.get(partition);
    if (!found) this.partitions.set(partition, (found = { order: [], values: new Map(), isPlain: true }));
    if (!found.values.has(sort)) {
      found.isPlain &&= !needsBytes.test(sort);
      found.order.splice(positionIn(found, sort), 0, sort);
    }
    found.values.set(sort, value);
  }

  delete(partition: string, sort: string): void {
    const found = this.partitions.get(partition);
    if (found?.values.delete(sort)) found.order.splice(positionIn(found, sort), 1);
  }

  get(partition: string, sort: string): Value | undefined {
    return this.partitions.get(partition)?.values.get(sort);
  }

  /** Yields a partition's values in a range, optionally after a sort key. */
  *read(
    partition: string,
    after: string | undefined,
    backwards: boolean,
    { from, until }: SortRange = {},
  ): Generator<Value> {
    const found = this.partitions.get(partition);
    if (!found) return;
    const { order, values } = found;
    let low = from === undefined ? 0 : positionIn(found, from);
    let high = until === undefined ? order.length : positionIn(found, `${until}\u0001`);
    if (after !== undefined) {
      const at = positionIn(found, after);
      if (backwards) high = Math.min(high, at);
      else low = Math.max(low, order[at] === after ? at + 1 : at);
    }
    for (let left = high - low; left > 0; left--) {
      const value = values.get(order[backwards ? low + left - 1 : high - left] ?? '');
      if (value !== undefined) yield value;
    }
  }

  *all(): Generator<Value> {
    for (const name of [...this.partitions.keys()].toSorted(compareText))
      yield* this.read(name, undefined, false);
  }
}

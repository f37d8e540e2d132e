import { compareText } from './expressions.ts';

/** Index of a sorted list at which a text is or belongs. */
function positionIn(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(sorted[middle] ?? '', text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Entries by partition, in the order of the sort key. */
export class Sorted<Value> {
  private readonly partitions = new Map<string, { order: string[]; values: Map<string, Value> }>();

  set(partition: string, sort: string, value: Value): void {
    let found = this.partitions.get(partition);
    if (!found) this.partitions.set(partition, (found = { order: [], values: new Map() }));
    if (!found.values.has(sort)) found.order.splice(positionIn(found.order, sort), 0, sort);
    found.values.set(sort, value);
  }

  delete(partition: string, sort: string): void {
    const found = this.partitions.get(partition);
    if (found?.values.delete(sort)) found.order.splice(positionIn(found.order, sort), 1);
  }

  get(partition: string, sort: string): Value | undefined {
    return this.partitions.get(partition)?.values.get(sort);
  }

  /** Yields a partition's values, optionally after a sort key. */
  *read(partition: string, after: string | undefined, backwards: boolean): Generator<Value> {
    const found = this.partitions.get(partition);
    if (!found) return;
    const { order, values } = found;
    const start =
      after === undefined
        ? 0
        : positionIn(order, after) + (order[positionIn(order, after)] === after ? 1 : 0);
    const from = backwards ? (after === undefined ? order.length : positionIn(order, after)) - 1 : start;
    for (let index = from; backwards ? index >= 0 : index < order.length; index += backwards ? -1 : 1) {
      const value = values.get(order[index] ?? '');
      if (value !== undefined) yield value;
    }
  }

  *all(): Generator<Value> {
    for (const name of [...this.partitions.keys()].toSorted(compareText))
      yield* this.read(name, undefined, false);
  }
}

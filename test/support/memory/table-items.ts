import type { Item, Placeholders } from './expressions.ts';

const missing: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey']);

/** An error as the SDK throws it. */
export class ServiceError extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(name: string, message = name) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: missing.has(name) ? 404 : 400 };
  }
}

/** A transaction of which nothing was written, with a reason per item. */
export class TransactionCanceled extends ServiceError {
  readonly CancellationReasons: { Code: string }[];

  constructor(reasons: readonly string[]) {
    super(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.join(', ')}]`,
    );
    this.CancellationReasons = reasons.map((Code) => ({ Code }));
  }
}

export interface Query extends Placeholders {
  IndexName?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  ScanIndexForward?: boolean;
  Limit?: number;
  Select?: string;
  ConsistentRead?: boolean;
  ExclusiveStartKey?: Item;
}

/** An item with its approximate size in bytes: the length of its JSON without escapes; exact for most ASCII text. */
export interface Stored {
  item: Item;
  size: number;
}

/** Returns a deep copy without undefined attributes. It cannot be changed, so that readers can share it. */
export function stored(item: Item): Stored {
  let size = 0;
  const frozen = (value: unknown): unknown => {
    if (typeof value === 'string') size += value.length + 2;
    else if (typeof value !== 'object' || value === null) size += String(value).length;
    if (typeof value !== 'object' || value === null) return value;
    size += 2;
    if (Array.isArray(value)) return Object.freeze(value.map((part) => ((size += 1), frozen(part))));
    if (value instanceof Uint8Array) return ((size += value.length), Uint8Array.from(value));
    const copied: Item = {};
    for (const name of Object.keys(value)) {
      const part = (value as Item)[name];
      if (part === undefined) continue;
      size += name.length + 4;
      copied[name] = frozen(part);
    }
    return Object.freeze(copied);
  };
  return { item: frozen(item) as Item, size };
}

/** DynamoDB rejects placeholders that no expression uses. */
export function assertUsed(
  { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Placeholders,
  text: string,
): void {
  for (const name of [...Object.keys(ExpressionAttributeNames), ...Object.keys(ExpressionAttributeValues)])
    if (!text.includes(name)) throw new ServiceError('ValidationException');
}

/** Returns the key after which a query continues. */
export const lastKey = (item: Item, sortKey: string | undefined): Item => ({
  pk: item.pk,
  sk: item.sk,
  ...(sortKey && { list: item.list, [sortKey]: item[sortKey] }),
});

/** Returns the response of a query. */
export function page(items: Item[], query: Query, last: Item | undefined) {
  const { ProjectionExpression, ExpressionAttributeNames = {}, Select } = query;
  const names = ProjectionExpression?.split(',').map(
    (name) => ExpressionAttributeNames[name.trim()] ?? name.trim(),
  );
  return {
    ...(Select !== 'COUNT' && { Items: names ? items.map((item) => project(item, names)) : items }),
    Count: items.length,
    ...(last && { LastEvaluatedKey: last }),
  };
}

/** Returns some attributes of an item. */
export const project = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

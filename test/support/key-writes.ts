import { client } from '../../functions/table/client.ts';
import { tableIndexes } from '../../infra/permissions/table-use.ts';

/** Number of writes by partition key, for the table and each index. */
export type KeyWrites = Map<string, Map<string, number>>;

interface Written {
  Item?: Record<string, unknown>;
  Key?: Record<string, unknown>;
}
interface Input extends Written {
  TransactItems?: Partial<Record<'Put' | 'Update' | 'Delete', Written>>[];
}

const writing = /^(Put|Update|Delete|TransactWrite)/;

const writtenBy = (input: Input): Written[] =>
  input.TransactItems
    ? input.TransactItems.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? [])
    : [input];

/** Counts the writes of an operation. A removed or moved index entry counts as no further write. */
export async function writesByKey(operation: () => Promise<unknown>): Promise<KeyWrites> {
  const writes: KeyWrites = new Map();
  const add = (place: string, key: unknown) => {
    const ofPlace = writes.get(place) ?? new Map<string, number>();
    writes.set(place, ofPlace.set(String(key), (ofPlace.get(String(key)) ?? 0) + 1));
  };
  const count = ({ Item, Key }: Written) => {
    add('the table', (Item ?? Key)?.pk);
    for (const { name, partitionKey, sortKey } of tableIndexes)
      if (Item?.[partitionKey] !== undefined && Item[sortKey] !== undefined) add(name, Item[partitionKey]);
  };
  const stack = client.middlewareStack as unknown as {
    add: (middleware: unknown, options: object) => void;
    remove: (name: string) => boolean;
  };
  const middleware =
    (next: (request: { input: Input }) => Promise<unknown>, { commandName = '' }: { commandName?: string }) =>
    async (request: { input: Input }) => {
      const response = await next(request);
      if (writing.test(commandName)) writtenBy(request.input).forEach(count);
      return response;
    };
  stack.add(middleware, { step: 'initialize', name: 'key-writes', priority: 'high', override: true });
  try {
    await operation();
  } finally {
    stack.remove('key-writes');
  }
  return writes;
}

/**
 * Returns the key with most writes of the table and of each index: its share of the writes there, or of one write per
 * payment where there are fewer.
 */
export const fullestKeys = (writes: KeyWrites, payments: number) =>
  [...writes].map(([place, ofPlace]) => {
    const all = [...ofPlace.values()].reduce((sum, count) => sum + count, 0);
    const [key = '', count = 0] = [...ofPlace].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    return { place, key, share: count / Math.max(all, payments) };
  });

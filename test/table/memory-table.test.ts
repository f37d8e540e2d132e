import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { client, tableName } from '../../functions/table/client.ts';
import { provision } from '../../infra/local/provision.ts';
import { seeded } from '../../infra/local/demo/seed.ts';
import type { Item } from '../support/memory/expressions.ts';
import { MemoryTable } from '../support/memory/memory-table.ts';
import { tableService } from '../support/memory/memory-services.ts';

beforeAll(provision);

const sdkCommands = {
  BatchGetItem: BatchGetCommand,
  BatchWriteItem: BatchWriteCommand,
  DeleteItem: DeleteCommand,
  GetItem: GetCommand,
  PutItem: PutCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactWriteItems: TransactWriteCommand,
  UpdateItem: UpdateCommand,
};
type Command = [name: keyof typeof sdkCommands, input: Item];

/** Returns random commands on few keys, so that conditions fail and ranges have several rows. */
function commandsOf(seed: number, count: number): Command[] {
  const random = seeded(seed).next;
  const pick = <Of>(...values: Of[]): Of => values[Math.floor(random() * values.length)] as Of;
  const TableName = tableName();
  const key = () => ({ pk: `P${pick(1, 2, 3)}`, sk: pick('a', 'b', 'ba', 'c', 'é', '\u{1f600}', '\uffee') });
  const keys = () => {
    const some = Array.from({ length: pick(1, 2, 3) }, key);
    return [...new Map(some.map((one) => [`${one.pk} ${one.sk}`, one])).values()];
  };
  const projection = () =>
    pick<Item>(
      {},
      {
        ProjectionExpression: '#a0, #a1',
        ExpressionAttributeNames: { '#a0': 'pk', '#a1': 'nested' },
      },
    );
  const item = () => ({
    ...key(),
    version: pick(1, 2, 3),
    list: pick('L1', 'L2', undefined),
    s1: pick('x', 'xy', 'y', '\u{1f601}'),
    s2: pick('m', 'n', undefined),
    from: pick(0, 1, 2),
    nested: { list: [pick(1, 2), { text: pick('ü', '') }] },
  });
  const condition = () =>
    pick<Item>(
      {},
      { ConditionExpression: 'attribute_not_exists(pk)' },
      { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': pick(1, 2, 3) } },
      {
        ConditionExpression: 'attribute_not_exists(n) or n <= :limit',
        ExpressionAttributeValues: { ':limit': pick(0, 2, 4) },
      },
    );
  const put = () => ({ TableName, Item: item(), ...condition() });
  const add = (unused: Item = {}) => ({
    TableName,
    Key: key(),
    UpdateExpression: 'ADD n :by',
    ...pick<Item>(
      { ExpressionAttributeValues: { ':by': pick(1, -1, 3) } },
      {
        ConditionExpression: 'attribute_not_exists(n) or n <= :limit',
        ExpressionAttributeValues: { ':by': pick(1, -1, 3), ':limit': 4 },
      },
      { ExpressionAttributeValues: { ':by': 1, ...unused } },
    ),
  });
  const query = () =>
    pick<() => Item>(
      () => ({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': key().pk },
        ConsistentRead: true,
      }),
      () => ({
        KeyConditionExpression: 'pk = :pk and sk between :search and :end',
        FilterExpression: '#from <= :length',
        ExpressionAttributeNames: { '#from': 'from' },
        ExpressionAttributeValues: {
          ':pk': key().pk,
          ':search': 'b',
          ':end': 'b\u{10ffff}',
          ':length': pick(0, 1),
        },
        ConsistentRead: true,
      }),
      () => ({
        KeyConditionExpression: 'pk = :pk and begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': key().pk, ':sk': pick('a', 'b', '\u{1f600}', '\uffee') },
        ConsistentRead: true,
      }),
      () => ({
        IndexName: pick('by-s1', 'by-s2'),
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': pick('L1', 'L2') },
      }),
      () => ({
        IndexName: 'by-s1',
        KeyConditionExpression: '#list = :list and #column between :start and :end',
        ExpressionAttributeNames: { '#list': 'list', '#column': 's1' },
        ExpressionAttributeValues: { ':list': 'L1', ':start': 'x', ':end': 'x\u{10ffff}' },
      }),
    )();
  const transaction = () => {
    const writes = Array.from({ length: pick(1, 2, 3) }, () =>
      pick<() => Item>(
        () => ({ Put: put() }),
        () => ({ Update: add() }),
        () => ({ Delete: { TableName, Key: key(), ...condition() } }),
        () => ({
          ConditionCheck: {
            TableName,
            Key: key(),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': pick(1, 2) },
          },
        }),
      )(),
    );
    return { TransactItems: writes };
  };
  return Array.from({ length: count }, () =>
    pick<() => Command>(
      () => ['PutItem', put()],
      () => ['UpdateItem', { ...add({ ':unused': 4 }), ReturnValues: 'ALL_NEW' }],
      () => ['TransactWriteItems', transaction()],
      () => ['GetItem', { TableName, Key: key(), ConsistentRead: true }],
      () => [
        'Query',
        {
          TableName,
          ...query(),
          ScanIndexForward: pick(true, false),
          Limit: pick(undefined, 1, 2, 50),
          Select: pick(undefined, 'COUNT'),
        },
      ],
      () => ['DeleteItem', { TableName, Key: key(), ...condition() }],
      () => ['BatchGetItem', { RequestItems: { [TableName]: { Keys: keys(), ...projection() } } }],
      () => [
        'BatchWriteItem',
        {
          RequestItems: {
            [TableName]: keys().map((one) =>
              pick({ PutRequest: { Item: { ...item(), ...one } } }, { DeleteRequest: { Key: one } }),
            ),
          },
        },
      ],
      () => [
        'Scan',
        {
          TableName,
          FilterExpression: '#version IN (:one, :two)',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':one': pick(1, 2), ':two': pick(2, 3) },
          ConsistentRead: true,
        },
      ],
    )(),
  );
}

const inOrder = (items: unknown): unknown =>
  Array.isArray(items) ? items.map((item) => JSON.stringify(sortedNames(item as Item))).toSorted() : items;

const sortedNames = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns what a command yields, or the error's name and cancellation reasons. The order of batches and scans differs. */
async function outcomeOf(name: string, run: () => unknown): Promise<Item> {
  try {
    const { Item, Items, Count, Attributes, LastEvaluatedKey, Responses } = (await run()) as Item;
    const responses = Object.values((Responses ?? {}) as Record<string, unknown>).map(inOrder);
    const shown = name === 'Scan' ? inOrder(Items) : Items;
    return JSON.parse(
      JSON.stringify({ Item, shown, Count, Attributes, LastEvaluatedKey, responses }),
    ) as Item;
  } catch (error) {
    const { name: errorName, CancellationReasons } = error as {
      name: string;
      CancellationReasons?: { Code?: string }[];
    };
    return { error: errorName, reasons: CancellationReasons?.map(({ Code }) => Code) };
  }
}

it('responds like the local engine to random commands', async () => {
  const service = tableService(new MemoryTable()) as Record<string, (input: unknown) => unknown>;
  const count = Number(process.env.SIMULATION_COMMANDS ?? 1500);
  let errors = 0;
  for (const [name, input] of commandsOf(Number(process.env.SEED ?? 1), count)) {
    const inMemory = await outcomeOf(name, () => service[name]?.(structuredClone(input)));
    const inEngine = await outcomeOf(name, () => client.send(new sdkCommands[name](input as never) as never));
    expect(inMemory, `${name} ${JSON.stringify(input)}`).toEqual(inEngine);
    if (inMemory.error) errors += 1;
  }
  expect(errors).toBeGreaterThan(count / 20);
});

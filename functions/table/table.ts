import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import type { Change, CountStep, Write } from './change.ts';
import { client, tableName } from './client.ts';
import { countWrite } from './counters.ts';
import type { Entity } from './entity.ts';
import type { Key } from './keys.ts';
import { cancellationCodes, pause, retried } from './retry.ts';

type RecordOf<Of extends Entity> = z.output<Of['schema']>;

/** A stored row that does not fit its shape stops the call with its key: a bad row is never dropped. */
export function parseRow<Of extends Entity>(entity: Of, item: Record<string, unknown>): RecordOf<Of> {
  const parsed = entity.schema.safeParse(item);
  if (parsed.success) return parsed.data as RecordOf<Of>;
  throw new Error(`bad ${entity.name} at ${String(item.pk)} ${String(item.sk)}: ${parsed.error.message}`);
}

/** One record, or undefined. Strongly consistent: what was just written is seen. */
export async function get<Of extends Entity>(entity: Of, key: Key): Promise<RecordOf<Of> | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item && parseRow(entity, Item);
}

/** One record; a missing one is refused with the sentence given. */
export async function mustGet<Of extends Entity>(
  entity: Of,
  key: Key,
  sentence: string,
): Promise<RecordOf<Of>> {
  const found = await get(entity, key);
  if (!found) throw new Refusal('not-found', sentence);
  return found;
}

/** Raw items by key, any number, in the order asked, missing ones left out. `consistent` sees the latest writes. */
export async function getItems(
  wanted: readonly Key[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Record<string, unknown>[]> {
  const found = new Map<string, Record<string, unknown>>();
  for (let start = 0; start < wanted.length; start += 100) {
    let ask: Record<string, { Keys: Key[]; ConsistentRead?: boolean }> | undefined = {
      [tableName()]: {
        Keys: wanted.slice(start, start + 100).map(({ pk, sk }) => ({ pk, sk })),
        ConsistentRead: consistent,
      },
    };
    for (let turn = 0; ask && Object.keys(ask).length > 0; turn++) {
      if (turn > 0) await pause(turn);
      const answer: { Responses?: Record<string, Record<string, unknown>[]>; UnprocessedKeys?: unknown } =
        await client.send(new BatchGetCommand({ RequestItems: ask }));
      for (const item of answer.Responses?.[tableName()] ?? []) found.set(nameOf(item), item);
      ask = answer.UnprocessedKeys as typeof ask;
    }
  }
  return wanted.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
}

const nameOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }) => `${String(pk)}|${String(sk)}`;

/** Records by key, in the order asked, missing ones left out. */
export async function getMany<Of extends Entity>(
  entity: Of,
  wanted: readonly Key[],
  options: { consistent?: boolean } = {},
): Promise<RecordOf<Of>[]> {
  return (await getItems(wanted, options)).map((item) => parseRow(entity, item));
}

/** One page of what lies under a partition key, in the order of the sort key. */
export async function queryItems(
  pk: string,
  options: { beginsWith?: string; after?: string; limit?: number; backwards?: boolean } = {},
): Promise<{ items: Record<string, unknown>[]; last: string | null }> {
  const input: QueryCommandInput = {
    TableName: tableName(),
    KeyConditionExpression: options.beginsWith ? 'pk = :pk and begins_with(sk, :sk)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(options.beginsWith && { ':sk': options.beginsWith }) },
    ConsistentRead: true,
    ScanIndexForward: !options.backwards,
    Limit: options.limit,
    ExclusiveStartKey: options.after ? { pk, sk: options.after } : undefined,
  };
  const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand(input));
  return { items: Items, last: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null };
}

/** Everything under a partition key, page after page; for partitions that a rule keeps small. */
export async function* eachItem(pk: string, beginsWith?: string): AsyncGenerator<Record<string, unknown>> {
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { beginsWith, after });
    yield* page.items;
    after = page.last ?? undefined;
  } while (after);
}

const isCount = (part: Change): part is CountStep => 'count' in part;

/** The writes and the summed counters of a change, as the items of one transaction. */
function itemsOf(changes: readonly Change[]): Write[] {
  const counts = new Map<string, CountStep>();
  const writes: Write[] = [];
  for (const part of changes) {
    if (!isCount(part)) writes.push(part);
    else {
      const name = nameOf(part.count);
      const before = counts.get(name);
      counts.set(name, {
        count: part.count,
        by: (before?.by ?? 0) + part.by,
        atMost: part.atMost ?? before?.atMost,
      });
    }
  }
  return [...writes, ...[...counts.values()].filter(({ by }) => by !== 0).map(countWrite)];
}

/** How many items a set of changes takes in a transaction; DynamoDB's limit is 100. */
export const sizeOf = (changes: readonly Change[]): number => itemsOf(changes).length;

/** A transaction did not happen: one reason per condition that did not hold, in the order of the changes. */
export class TransactionRefused extends Error {
  readonly refusals: Refusal[];

  constructor(refusals: Refusal[]) {
    super(refusals.map(({ message }) => message).join(' '));
    this.refusals = refusals;
  }
}

/**
 * Writes all of the changes or none. When conditions do not hold it throws the first one's own Refusal
 * (`transactAll` gives every one). Conflicts with a transaction under way are tried again.
 */
export async function transact(...changes: readonly Change[]): Promise<void> {
  try {
    await transactAll(changes);
  } catch (problem) {
    if (problem instanceof TransactionRefused && problem.refusals[0]) throw problem.refusals[0];
    throw problem;
  }
}

/** As `transact`, but a refused transaction throws `TransactionRefused` with the refusal of each failed condition. */
export async function transactAll(changes: readonly Change[]): Promise<void> {
  const writes = itemsOf(changes);
  if (writes.length === 0) return;
  if (writes.length > 100) throw new Error(`a transaction of ${writes.length} items; DynamoDB takes 100`);
  for (let turn = 0; ; turn++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: writes.map(({ item }) => item) }));
      return;
    } catch (problem) {
      const reasons = cancellationCodes(problem);
      if (!reasons) throw problem;
      const refused = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
      if (refused.length > 0) {
        const refusals = refused.map(({ refusal }) => refusal).filter((refusal) => refusal !== undefined);
        if (refusals.length < refused.length) throw problem;
        throw new TransactionRefused(refusals);
      }
      if (turn >= 6 || !reasons.some((code) => retried.has(code))) throw problem;
      await pause(turn);
    }
  }
}

/** One write outside a transaction, under its own condition; half the price. Throws the write's Refusal. */
export async function writeAlone({ item, refusal }: Write): Promise<void> {
  try {
    if (item.Put) await client.send(new PutCommand(item.Put));
    else if (item.Update) await client.send(new UpdateCommand(item.Update as never));
    else throw new Error('only a put or an update can be written alone');
  } catch (problem) {
    if (refusal && (problem as Error).name === 'ConditionalCheckFailedException') throw refusal;
    throw problem;
  }
}

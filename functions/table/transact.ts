import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { errorName, type Refusal } from '../../shared/refusal.ts';
import { isLate, type Change, type CountStep, type Write } from './write.ts';
import { measure } from '../platform/metrics.ts';
import { randomFraction } from '../platform/time-and-chance.ts';
import { client } from './client.ts';
import { countWrite } from './counters.ts';
import { shardOf, nameOfKey } from './keys.ts';
import { cancellationCodes, pause, retried } from './retry.ts';

const isCount = (part: Change): part is CountStep => 'count' in part;

/** Assigns an increment of a sharded counter to a random shard. */
const inRandomShard = (step: CountStep): CountStep =>
  step.shards && step.shards > 1
    ? { ...step, count: shardOf(step.count, Math.floor(randomFraction() * step.shards)) }
    : step;

/** Returns the writes and summed increments of the changes, as the items of one transaction. */
function itemsOf(changes: readonly Change[]): Write[] {
  const counts = new Map<string, CountStep>();
  const writes: Write[] = [];
  for (const part of changes) {
    if (isLate(part)) continue;
    if (!isCount(part)) writes.push(part);
    else {
      const name = nameOfKey(part.count);
      const before = counts.get(name);
      counts.set(name, {
        count: part.count,
        by: (before?.by ?? 0) + part.by,
        shards: part.shards,
        atMost: part.atMost ?? before?.atMost,
      });
    }
  }
  return [
    ...writes,
    ...[...counts.values()]
      .filter(({ by }) => by !== 0)
      .map(inRandomShard)
      .map(countWrite),
  ];
}

/** Returns the number of transaction items of the changes; DynamoDB's limit is 100. */
export const sizeOf = (changes: readonly Change[]): number => itemsOf(changes).length + sizeOfLate(changes);

/** Returns the expected number of the changes' late writes. */
export const sizeOfLate = (changes: readonly Change[]): number =>
  changes.reduce((sum, part) => sum + (isLate(part) ? part.late.size() : 0), 0);

/** Returns the late writes, in the order of their steps. */
async function lateWrites(changes: readonly Change[]): Promise<Write[]> {
  const writes: Write[] = [];
  for (const part of changes) if (isLate(part)) writes.push(...(await part.late.writes()));
  return writes;
}

/** A canceled transaction with one refusal per failed condition, in the order of the changes. */
export class TransactionRefused extends Error {
  readonly refusals: Refusal[];

  constructor(refusals: Refusal[]) {
    super(refusals.map(({ message }) => message).join(' '));
    this.refusals = refusals;
  }
}

/** A transaction above DynamoDB's limit; a job repeats its step, because the late writes are known then. */
export class TransactionTooLarge extends Error {
  constructor(items: number) {
    super(`a transaction of ${items} items; the limit of DynamoDB is 100`);
  }
}

/**
 * Writes all changes or none. Throws the refusal of the first failed condition (`transactAll` reports all). Retries
 * conflicts with concurrent transactions.
 */
export async function transact(...changes: readonly Change[]): Promise<void> {
  try {
    await transactAll(changes);
  } catch (error) {
    if (error instanceof TransactionRefused && error.refusals[0]) throw error.refusals[0];
    throw error;
  }
}

/** Writes like `transact`, but throws `TransactionRefused` with the refusal of each failed condition. */
export async function transactAll(changes: readonly Change[]): Promise<void> {
  let writes = [...itemsOf(changes), ...(await lateWrites(changes))];
  if (writes.length === 0) return;
  if (writes.length > 100) throw new TransactionTooLarge(writes.length);
  for (let turn = 0; ; turn++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: writes.map(({ item }) => item) }));
      for (const { measures } of writes) if (measures) measure(measures);
      return;
    } catch (error) {
      const reasons = cancellationCodes(error);
      if (!reasons) throw error;
      const refused = writes.filter((_, index) => reasons[index] === 'ConditionalCheckFailed');
      if (refused.length > 0) {
        const refusals = refused.map(({ refusal }) => refusal).filter((refusal) => refusal !== undefined);
        if (refusals.length < refused.length) throw error;
        throw new TransactionRefused(refusals);
      }
      if (turn >= 6 || !reasons.some((code) => retried.has(code))) throw error;
      await pause(turn);
      // the conflict may concern a counter's shard, and events are ordered by the time of the transaction
      writes = [...itemsOf(changes), ...(await lateWrites(changes))];
    }
  }
}

/** Writes a single item under its condition, outside of a transaction at half the cost. Throws the write's refusal. */
export async function writeAlone({ item, refusal }: Write): Promise<void> {
  try {
    if (item.Put) await client.send(new PutCommand(item.Put));
    else if (item.Update) await client.send(new UpdateCommand(item.Update as never));
    else if (item.Delete) await client.send(new DeleteCommand(item.Delete as never));
    else throw new Error('a condition check cannot be written alone');
  } catch (error) {
    if (refusal && errorName(error) === 'ConditionalCheckFailedException') throw refusal;
    throw error;
  }
}

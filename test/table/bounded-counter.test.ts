import { beforeAll, describe, expect, it } from 'vitest';
import type { CountStep } from '../../functions/table/write.ts';
import { countsAt } from '../../functions/table/counters.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { provision } from '../../infra/local/provision.ts';
import { Refusal } from '../../shared/refusal.ts';

beforeAll(() => provision());

const full = new Refusal('conflict', 'It is full.');
const step = (name: string, by: number, most?: number): CountStep => ({
  count: keys.count(name),
  by,
  ...(most !== undefined && { atMost: { count: most, full } }),
});
const countOf = async (name: string) => (await countsAt([keys.count(name)]))[0];

describe('a counter with a bound', () => {
  it('accepts increments up to its bound, and again after a decrement', async () => {
    await transact(step('a', 3, 3));
    await expect(transact(step('a', 1, 3))).rejects.toThrow('It is full.');
    await transact(step('a', -1));
    await transact(step('a', 1, 3));
    expect(await countOf('a')).toBe(3);
  });

  it('refuses more than the whole bound as the first increment', async () => {
    await expect(transact(step('b', 4, 3))).rejects.toThrow('It is full.');
    expect(await countOf('b')).toBe(0);
  });

  it('sums all increments of a transaction', async () => {
    await expect(transact(step('c', 2), step('c', 2), step('c', 0, 3))).rejects.toThrow('It is full.');
    await transact(step('c', 2), step('c', 2), step('c', -1), step('c', 0, 3));
    expect(await countOf('c')).toBe(3);
  });

  it('holds under concurrent increments', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => transact(step('d', 1, 5))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await countOf('d')).toBe(5);
  });
});

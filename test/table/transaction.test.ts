import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { change, putOnce } from '../../functions/table/change.ts';
import { conditionCheck } from '../../functions/table/condition-check.ts';
import { entity } from '../../functions/table/entity.ts';
import { keys } from '../../functions/table/keys.ts';
import { nextNumber } from '../../functions/table/numbers.ts';
import { get, parseRow } from '../../functions/table/table.ts';
import { transact, transactAll, TransactionRefused } from '../../functions/table/transact.ts';
import { provision } from '../../infra/local/provision.ts';
import { Refusal } from '../../shared/refusal.ts';

const thing = entity({
  name: 'thing',
  schema: z.object({ id: z.string(), label: z.string(), version: z.int() }),
  key: ({ id }) => keys.job(id),
  unique: ({ label }) => [{ kind: 'label', value: label }],
});
type Thing = z.output<typeof thing.schema>;

const refusals = {
  lost: new Refusal('conflict', 'It changed meanwhile.'),
  duplicates: { label: new Refusal('conflict', 'The label is taken.', 'label') },
};
const save = (before: Thing | null, after: Thing | null) => change(thing, before, after, refusals);

beforeAll(provision);

describe('a transaction', () => {
  it('commits one of two concurrent writes and refuses the other with a message', async () => {
    await transact(...save(null, { id: 'a', label: 'a', version: 0 }));
    const seen = await get(thing, keys.job('a'));
    expect(seen?.version).toBe(1);
    if (!seen) return;
    const writes = await Promise.allSettled([
      transact(...save(seen, { ...seen, label: 'b' })),
      transact(...save(seen, { ...seen, label: 'c' })),
    ]);
    expect(writes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(writes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'It changed meanwhile.' },
    });
  });

  it('reserves a unique name for one record and releases it when the record changes', async () => {
    await transact(...save(null, { id: 'u1', label: 'unique', version: 0 }));
    await expect(transact(...save(null, { id: 'u2', label: 'unique', version: 0 }))).rejects.toMatchObject({
      message: 'The label is taken.',
      field: 'label',
    });
    expect(await get(thing, keys.job('u2'))).toBeUndefined();
    await transact(
      ...save({ id: 'u1', label: 'unique', version: 1 }, { id: 'u1', label: 'other', version: 1 }),
    );
    await transact(...save(null, { id: 'u2', label: 'unique', version: 0 }));
  });

  it('reports the refusal of every failed condition', async () => {
    const error = await transactAll([
      ...save(null, { id: 'u1', label: 'unique', version: 0 }),
      conditionCheck(
        keys.job('nowhere'),
        'attribute_exists(pk)',
        {},
        new Refusal('not-found', 'Job not found.'),
      ),
    ]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionRefused);
    expect((error as TransactionRefused).refusals.map(({ message }) => message)).toEqual([
      'It changed meanwhile.',
      'The label is taken.',
      'Job not found.',
    ]);
  });

  it('sums the increments of a counter and counts nothing when refused', async () => {
    const count = keys.count('steps');
    await transact({ count, by: 2 }, { count, by: 3 });
    await expect(
      transact({ count, by: 10 }, putOnce({ ...keys.job('u1') }, new Refusal('conflict', 'There.'))),
    ).rejects.toThrow('There.');
    const { getItems } = await import('../../functions/table/batch-get-items.ts');
    expect((await getItems([count]))[0]?.n).toBe(5);
  });

  it('issues each number once, also concurrently', async () => {
    const numbers = await Promise.all(Array.from({ length: 20 }, () => nextNumber('test')));
    expect(new Set(numbers).size).toBe(20);
  });

  it('throws with the key of a row that does not match its schema', () => {
    expect(() => parseRow(thing, { pk: 'JOB#x', sk: 'JOB', id: 'x' })).toThrow(/bad thing at JOB#x JOB/);
  });
});

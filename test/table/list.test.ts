import fc from 'fast-check';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../functions/table/change.ts';
import { entity, normalized, sortText, sortsBy } from '../../functions/table/entity.ts';
import { keys } from '../../functions/table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../../functions/table/list.ts';
import { transact } from '../../functions/table/transact.ts';
import { provision } from '../../infra/local/provision.ts';
import { Refusal } from '../../shared/refusal.ts';

const animal = entity({
  name: 'animal',
  schema: z.object({ id: z.string(), name: z.string(), legs: z.int(), herd: z.string(), version: z.int() }),
  key: ({ id }) => keys.job(id),
  inList: ({ name, legs, herd }) =>
    herd === ''
      ? null
      : { list: `HERD#${herd}`, sorts: sortsBy(['name', 'legs'], { name, legs }), words: [name] },
});
type Animal = z.output<typeof animal.schema>;

const lost = { lost: new Refusal('conflict', 'It changed meanwhile.') };
const herd = (name: string) => listOf(`HERD#${name}`, ['name', 'legs'], animal);

const save = (before: Animal | null, after: Animal | null) =>
  transact(...change(animal, before, after, lost));

async function everyPage(name: string, listQuery: ListQuery): Promise<Animal[]> {
  const rows: Animal[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOfList(herd(name), { ...listQuery, cursor });
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

beforeAll(provision);

describe('a list', () => {
  it('returns every row once, in order, by each column and direction, for any page size', async () => {
    const animals = Array.from({ length: 53 }, (_, index) => ({
      id: `a${index}`,
      name: `${['Cow', 'ape', 'Élan', 'bee'][index % 4]} ${index}`,
      legs: (index * 7) % 11,
      herd: 'order',
      version: 0,
    }));
    for (const item of animals) await save(null, item);
    expect(await countOf('HERD#order')).toBe(53);
    for (const sortOrder of ['asc', 'desc'] as const) {
      const byLegs = await everyPage('order', { sortBy: 'legs', sortOrder, pageSize: 7 });
      expect(byLegs).toHaveLength(53);
      expect(new Set(byLegs.map(({ id }) => id)).size).toBe(53);
      const legs = byLegs.map((byLeg) => byLeg.legs);
      expect(legs).toEqual(
        legs.toSorted((left, other) => (sortOrder === 'asc' ? left - other : other - left)),
      );
      const names = (await everyPage('order', { sortBy: 'name', sortOrder, pageSize: 10 })).map(({ name }) =>
        normalized(name),
      );
      expect(names).toEqual(sortOrder === 'asc' ? names.toSorted() : names.toSorted().toReversed());
    }
    const walked: string[] = [];
    for await (const { rows } of pagesOfList(herd('order'), 'name', { pageSize: 9 }))
      walked.push(...rows.map(({ id }) => id));
    expect(new Set(walked).size).toBe(53);
  });

  it('finds a row once by the beginning of any of its words', async () => {
    await save(null, { id: 's1', name: 'Anna Annabel Smith', legs: 2, herd: 'search', version: 0 });
    await save(null, { id: 's2', name: 'Bo Ångström', legs: 2, herd: 'search', version: 0 });
    const found = async (filter: string) => (await everyPage('search', { filter })).map(({ id }) => id);
    expect(await found('an')).toEqual(['s2', 's1']);
    expect(await found('smith')).toEqual(['s1']);
    expect(await found('anna')).toEqual(['s1']);
    expect(await found('anna annabel sm')).toEqual(['s1']);
    expect(await found('SMITH')).toEqual(['s1']);
    expect(await found('angstrom')).toEqual(['s2']);
    expect(await found('mith')).toEqual([]);
  });

  it('follows a changed row and drops a deleted one', async () => {
    const first = { id: 'm1', name: 'Old Name', legs: 4, herd: 'moves', version: 0 };
    await save(null, first);
    const renamed = { ...first, name: 'New Name', version: 1 };
    await save({ ...first, version: 1 }, renamed);
    expect(await everyPage('moves', { filter: 'old' })).toEqual([]);
    expect((await everyPage('moves', { filter: 'new' })).map(({ version }) => version)).toEqual([2]);
    await save({ ...renamed, version: 2 }, { ...renamed, herd: 'elsewhere', version: 2 });
    expect(await countOf('HERD#moves')).toBe(0);
    expect(await countOf('HERD#elsewhere')).toBe(1);
    expect(await everyPage('moves', {})).toEqual([]);
    expect(await everyPage('elsewhere', { filter: 'name' })).toHaveLength(1);
    await save({ ...renamed, herd: 'elsewhere', version: 3 }, null);
    expect(await everyPage('elsewhere', { filter: 'name' })).toEqual([]);
    expect(await countOf('HERD#elsewhere')).toBe(0);
  });

  it('refuses an invalid cursor and one of another list or direction', async () => {
    const page = await pageOfList(herd('order'), { pageSize: 5 });
    const cursor = page.nextCursor ?? '';
    for (const [name, listQuery] of [
      ['order', { cursor: 'rubbish' }],
      ['search', { cursor }],
      ['order', { cursor, sortOrder: 'desc' }],
      ['order', { cursor, sortBy: 'legs' }],
      ['order', { page: 2 }],
    ] as const)
      await expect(pageOfList(herd(name), listQuery)).rejects.toMatchObject({
        code: 'invalid',
        field: 'cursor',
      });
  });

  it.each([['order', {}] as const, ['search', { filter: 'rex' }] as const])(
    'refuses a cursor of the %s with a missing, additional, empty, or too long key',
    async (_, query) => {
      for (let id = 0; id < 8; id++)
        await save(null, { id: `rex${id}`, name: `Rex ${id}`, legs: 4, herd: 'keys', version: 0 });
      const { nextCursor } = await pageOfList(herd('keys'), { pageSize: 5, ...query });
      const whole = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString()) as {
        k: Record<string, string>;
      };
      const { pk: _pk, ...fewer } = whole.k;
      for (const k of [
        fewer,
        { ...whole.k, s9: 'x' },
        { ...whole.k, sk: '' },
        { ...whole.k, sk: 'x'.repeat(1025) },
      ]) {
        const cursor = Buffer.from(JSON.stringify({ ...whole, k })).toString('base64url');
        await expect(pageOfList(herd('keys'), { cursor, ...query })).rejects.toMatchObject({
          code: 'invalid',
          field: 'cursor',
        });
      }
      for (let id = 0; id < 8; id++)
        await save({ id: `rex${id}`, name: `Rex ${id}`, legs: 4, herd: 'keys', version: 1 }, null);
    },
  );
});

describe('sort values', () => {
  it('order whole numbers by size, including negative ones', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (left, other) => {
        const [a, b] = [sortText(left, 'x'), sortText(other, 'x')];
        expect(Math.sign(left - other)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('order an empty value last', () => {
    expect(sortText('', 'x') > sortText('zzz', 'x')).toBe(true);
    expect(sortText(null, 'x') > sortText(999, 'x')).toBe(true);
  });
});

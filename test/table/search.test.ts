import fc from 'fast-check';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../functions/table/client.ts';
import { change, itemOf } from '../../functions/table/change.ts';
import { entity, sortsBy } from '../../functions/table/entity.ts';
import { keys } from '../../functions/table/keys.ts';
import { listOf, pageOfList } from '../../functions/table/list.ts';
import { searchEntries, searchText } from '../../functions/table/search-text.ts';
import { provision } from '../../infra/local/provision.ts';
import { transact } from '../../functions/table/transact.ts';
import { Refusal } from '../../shared/refusal.ts';
import { putAll } from '../support/put-all.ts';

const facility = entity({
  name: 'club',
  schema: z.object({ id: z.string(), list: z.string(), texts: z.array(z.string()), version: z.int() }),
  key: ({ id }) => keys.job(id),
  inList: ({ list, texts }) => ({
    list: `CLUBS#${list}`,
    sorts: sortsBy(['name'], { name: texts[0] }),
    words: texts,
  }),
});

const lost = new Refusal('conflict', 'It changed.');

async function load(list: string, facilities: readonly (readonly string[])[], begins = ''): Promise<void> {
  const items: Record<string, unknown>[] = [];
  facilities.forEach((texts, index) => {
    const sample = { id: `${list}-${String(index).padStart(5, '0')}`, list, texts: [...texts], version: 1 };
    const { pk, sk, ...rest } = itemOf(facility, sample);
    if (index < 100 || begins === '') items.push({ ...rest, pk, sk });
    for (const { text, from } of searchEntries(texts).filter((entry) => entry.text.startsWith(begins)))
      items.push({ ...keys.search(`CLUBS#${list}`, text, `${pk}|${sk}`), of: { pk, sk }, from });
  });
  await putAll(items);
}

async function callsOf<Result>(run: () => Promise<Result>): Promise<{ result: Result; calls: number }> {
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      calls += 1;
      return next(request);
    },
    { step: 'initialize', name: 'count', override: true },
  );
  try {
    return { result: await run(), calls };
  } finally {
    client.middlewareStack.remove('count');
  }
}

async function walk(list: string, filter: string, pageSize = 20, most = Infinity) {
  const facilities = listOf(`CLUBS#${list}`, ['name'], facility);
  const [sizes, ids, reads]: [number[], string[], number[]] = [[], [], []];
  let cursor: string | undefined;
  do {
    const { result, calls } = await callsOf(() => pageOfList(facilities, { filter, pageSize, cursor }));
    sizes.push(result.items.length);
    ids.push(...result.items.map(({ id }) => id));
    reads.push(calls);
    cursor = result.nextCursor ?? undefined;
  } while (cursor && sizes.length < most);
  return { sizes, ids, reads };
}

beforeAll(provision);

describe('a search', () => {
  it('fills every page except the last one with two reads each', async () => {
    await load(
      'alder',
      Array.from({ length: 30 }, (_, index) => [`Alder Gym ${index}`, 'Alder', 'Alderton']),
    );
    const { sizes, ids, reads } = await walk('alder', 'alder');
    expect(sizes).toEqual([20, 10]);
    expect(new Set(ids).size).toBe(30);
    expect(reads).toEqual([2, 2]);
  });

  it('fills pages also when two thousand rows share a beginning', async () => {
    await load(
      'many',
      Array.from({ length: 2_000 }, (_, index) => [`Alder Gym ${String(index).padStart(5, '0')}`, 'Alder']),
      'a',
    );
    for (const filter of ['a', 'alder', 'alder gym']) {
      const { sizes, ids, reads } = await walk('many', filter, 20, 3);
      expect(sizes, filter).toEqual([20, 20, 20]);
      expect(new Set(ids).size, filter).toBe(60);
      expect(reads, filter).toEqual([2, 2, 2]);
    }
    expect((await walk('many', 'alder gym 0004')).ids).toHaveLength(10);
  });

  it('finds a record by the last of many words', async () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`);
    const after = { id: 'long-00000', list: 'long', texts: [words.join(' ')], version: 0 };
    await transact(...change(facility, null, after, { lost }));
    expect((await walk('long', 'w39')).ids).toEqual(['long-00000']);
    expect((await walk('long', 'w8 w9')).ids).toEqual(['long-00000']);
    const renamed = { ...after, texts: [words.map((word) => `n${word}`).join(' ')] };
    await transact(...change(facility, { ...after, version: 1 }, renamed, { lost }));
    expect((await walk('long', 'nw39')).ids).toEqual(['long-00000']);
    expect((await walk('long', 'w39')).ids).toEqual([]);
  });

  it('rejects a record with more words than a transaction can replace', () => {
    const texts = [Array.from({ length: 46 }, (_, index) => `w${index}`).join(' ')];
    const after = { id: 'longer-00000', list: 'longer', texts, version: 0 };
    expect(() => change(facility, null, after, { lost })).toThrow(
      new Refusal('invalid', 'The names have too many words to be searchable. Use fewer words.'),
    );
  });

  it('finds nothing for a text without letters and digits', async () => {
    expect((await walk('alder', '***')).ids).toEqual([]);
  });
});

describe('search entries', () => {
  const word = fc.stringMatching(/^[abO]{1,4}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

  it('return a record exactly once for every beginning of every word', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (texts, other) => {
        const entries = searchEntries(texts);
        const shown = (search: string) =>
          entries.filter((entry) => entry.text.startsWith(search) && entry.from <= search.length).length;
        const whole = texts.flatMap((item) => {
          const words = searchText(item).split(' ');
          return words.map((_, start) => words.slice(start).join(' '));
        });
        for (const value of whole)
          for (let length = 1; length <= value.length; length++) {
            const search = searchText(value.slice(0, length));
            expect(shown(search), `${search} in ${texts.join(', ')}`).toBe(1);
          }
        const search = searchText(other);
        expect(shown(search)).toBe(whole.some((candidate) => candidate.startsWith(search)) ? 1 : 0);
      }),
    );
  });

  it('normalize texts as users enter them', () => {
    expect(searchText("  O'Neill-Ångström ")).toBe('oneill angstrom');
    expect(searchText('Owen.Ali@')).toBe('owen ali');
    expect(searchText('*** -')).toBe('');
    for (const [name, plain] of [
      ['Bjørnstad', 'bjornstad'],
      ['Wałęsa', 'walesa'],
      ['Groß', 'gross'],
      ['Ærø', 'aero'],
      ['Đorđević', 'dordevic'],
    ] as const) {
      expect(searchText(name)).toBe(plain);
      expect(searchEntries([name])).toEqual([{ text: plain, from: 1 }]);
    }
    fc.assert(fc.property(fc.string(), (text) => searchText(searchText(text)) === searchText(text)));
  });
});

import { describe, expect, it } from 'vitest';
import { keys, lists } from '../../functions/table/keys.ts';
import { sortColumns } from '../../functions/table/list-indexes.ts';
import { tableIndexes } from '../../infra/table-shape.ts';
import { sources } from './sources.ts';

type MakeKey = (...parts: string[]) => { pk: string; sk: string };

/** A key's shape: its own words, with `<>` for an id. */
const shapes = Object.entries(keys as unknown as Record<string, MakeKey>).map(([name, make]) => {
  const { pk, sk } = make(...Array.from({ length: make.length }, () => '<>'));
  return { name, pk, sk };
});

/** Could one record's sort key be read as another's? `VISIT#<>` and `VISIT#<>#<>` could, `VISIT#` and `VISITS#` not. */
const overlaps = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((shape) => shape.split('#'));
  return (
    a?.length === b?.length &&
    (a ?? []).every((word, place) => word === b?.[place] || word === '<>' || b?.[place] === '<>')
  );
};

describe('keys', () => {
  it('no shape is shared by two kinds of records', () => {
    expect(shapes.length).toBeGreaterThan(15);
    for (const one of shapes)
      for (const other of shapes)
        if (one.name < other.name)
          expect(
            overlaps(one.pk, other.pk) && overlaps(one.sk, other.sk),
            `${one.name} and ${other.name}`,
          ).toBe(false);
  });

  it('no subject names a record that another one names', () => {
    const named = sources('functions/table/keys').flatMap(({ text }) =>
      [...text.matchAll(/^ {2}(\w+): \(/gm)].map(([, name]) => name),
    );
    expect(named).toHaveLength(new Set(named).size);
    expect(new Set(named)).toEqual(new Set(Object.keys(keys)));
  });

  it('no list is named like another', () => {
    const names = Object.entries(lists as unknown as Record<string, (...parts: string[]) => string>).map(
      ([, make]) => make(...Array.from({ length: make.length }, () => '<>')),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('key shapes are among the table’s keys alone', () => {
    const elsewhere = sources('functions', 'infra').filter(
      ({ path, text }) =>
        !/^functions\/table\/keys(\/|\.ts)/.test(path) && /`[A-Z]+(-[A-Z]+)*#\$\{/.test(text),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  it('there is an index for every sort column, within DynamoDB’s twenty', () => {
    expect(tableIndexes).toHaveLength(sortColumns);
    expect(sortColumns).toBeLessThanOrEqual(20);
  });
});

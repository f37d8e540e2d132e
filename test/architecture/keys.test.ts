import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keys, lists } from '../../functions/table/keys.ts';
import { sortColumns } from '../../functions/table/list-indexes.ts';
import { listIndexes, tableIndexes } from '../../infra/permissions/table-use.ts';
import { sources } from './sources.ts';

type MakeKey = (...parts: string[]) => { pk: string; sk: string };

const shapes = Object.entries(keys as unknown as Record<string, MakeKey>).map(([name, make]) => {
  const { pk, sk } = make(...Array.from({ length: make.length }, () => '<>'));
  return { name, pk, sk };
});

const overlaps = (key: string, other: string): boolean => {
  const [a, b] = [key, other].map((text) => text.split('#'));
  return (
    a?.length === b?.length &&
    (a ?? []).every((word, index) => word === b?.[index] || word === '<>' || b?.[index] === '<>')
  );
};

describe('keys', () => {
  it('have a unique shape per kind of record', () => {
    expect(shapes.length).toBeGreaterThan(15);
    for (const shape of shapes)
      for (const other of shapes)
        if (shape.name < other.name)
          expect(
            overlaps(shape.pk, other.pk) && overlaps(shape.sk, other.sk),
            `${shape.name} and ${other.name}`,
          ).toBe(false);
  });

  it('name each record in one subject only', () => {
    const text = readFileSync('functions/table/keys.ts', 'utf8');
    const subjects = [...text.matchAll(/^const \w+Keys = \{[\s\S]*?^\}/gm)].join('\n');
    const named = [...subjects.matchAll(/^ {2}(\w+): (?:\(|ownKey\()/gm)].map(([, name]) => name);
    expect(named).toHaveLength(new Set(named).size);
    expect(new Set(named)).toEqual(new Set(Object.keys(keys)));
  });

  it('have unique list names', () => {
    const names = Object.entries(lists as unknown as Record<string, (...parts: string[]) => string>).map(
      ([, make]) => make(...Array.from({ length: make.length }, () => '<>')),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('are defined in the table’s key files only', () => {
    const elsewhere = sources('functions', 'infra').filter(
      ({ path, text }) =>
        !/^functions\/table\/keys(\/|\.ts)/.test(path) && /`[A-Z]+(-[A-Z]+)*#\$\{/.test(text),
    );
    expect(
      elsewhere.map(({ path }) => path),
      'Move the keys to functions/table/keys.',
    ).toEqual([]);
  });

  it('have an index per sort column, within DynamoDB’s limit of twenty', () => {
    expect(listIndexes).toHaveLength(sortColumns);
    expect(tableIndexes.length).toBeLessThanOrEqual(20);
  });
});

import { transformSync } from 'esbuild';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { marksIn, usesTable } from '../../infra/table-use.ts';
import { actionsOf, rolesByHandler } from './rights.ts';

/** Returns the table uses of a source: created commands and transaction items. */
const commands: Record<string, string> = {
  Get: 'GetItem',
  BatchGet: 'BatchGetItem',
  Query: 'Query',
  Update: 'UpdateItem',
};
const items = ['Put', 'Update', 'Delete', 'ConditionCheck'];

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

function actionsIn(source: string): string[] {
  // what is made of an item was marked where the item was
  const made = [...source.matchAll(/new (\w+)Command\((?!item\.)/g)].flatMap(
    ([, name = '']) => commands[name] ?? [],
  );
  const parts = items
    .filter((name) => new RegExp(`\\b${name}: \\{`).test(source))
    .map((name) => `${name}Item`);
  return [...new Set([...made, ...parts])];
}

const sources = globSync('functions/**/*.ts')
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  .filter(({ source }) => /@aws-sdk\/lib-dynamodb|: tableName\(\)/.test(source));

test('whatever a source does to the table has its mark, as the bundler writes it', () => {
  const seen = new Set<string>();
  for (const { file, source } of sources) {
    const { code } = transformSync(source, { loader: 'ts', minify: true });
    for (const action of actionsIn(source)) {
      seen.add(action);
      const marked = (['table', 'indexes'] as const).some((on) => usesTable(code, `dynamodb:${action}`, on));
      expect(marked, `${file}: infra/table-use.ts has no mark for this ${action}`).toBe(true);
    }
    // every one of them, since a mark may only be missing where there is none
    for (const name of ['Put', 'Delete', 'ConditionCheck'])
      expect(countOf(code, new RegExp(`\\b${name}:\\{TableName:`, 'g')), `${file} ${name}`).toBe(
        countOf(source, new RegExp(`\\b${name}: \\{`, 'g')),
      );
    expect(usesTable(code, 'dynamodb:Query', 'indexes'), file).toBe(source.includes('IndexName'));
  }
  expect([...seen].toSorted()).toEqual([
    'BatchGetItem',
    'ConditionCheckItem',
    'DeleteItem',
    'GetItem',
    'PutItem',
    'Query',
    'UpdateItem',
  ]);
});

test('what stands in for a bundle has the same marks', () => {
  const code = `new Q({TableName:t(),Key:k,ConsistentRead:!0});new W({TransactItems:[{Put:{TableName:t()}}]})`;
  const standIn = marksIn(code).join('\n');
  for (const [action, used] of [
    ['dynamodb:GetItem', true],
    ['dynamodb:PutItem', true],
    ['dynamodb:DeleteItem', false],
    ['dynamodb:Query', false],
  ] as const)
    for (const text of [code, standIn]) expect(usesTable(text, action, 'table'), action).toBe(used);
});

test('a function that reads no list has no right to the indexes, and one that writes nothing none to write', () => {
  const reads = (handler: string) =>
    JSON.stringify(rolesByHandler.get(handler)?.Policies).includes('/index/by-s1');
  expect(reads('partners/list')).toBe(true);
  expect(reads('users/me')).toBe(false);
  expect(actionsOf('site/watch-sender').filter((action) => action.startsWith('dynamodb:'))).toEqual([]);
});

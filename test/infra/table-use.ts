import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableOperations } from '../../infra/permissions/table-use.ts';
import { defined } from '../support/defined.ts';
import { actionsOf, rolesByHandler } from './rights.ts';

const folder = 'functions/table';
const sources = new Map(
  globSync('functions/**/*.ts').map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]),
);

/** Returns the sources that import a value, not only a type, which the pattern describes. */
const importing = (pattern: RegExp): string[] =>
  [...sources].filter(([, source]) => pattern.test(source)).map(([file]) => file);

test('only the declared operations create requests to the table', () => {
  const operations = Object.keys(tableOperations).map((name) => `${folder}/${name}.ts`);
  expect(importing(/^import \{[^}]*\btableName\b/m).toSorted()).toEqual(operations.toSorted());
  expect(importing(/^import \{[^}]*Command\b[^}]*\} from '@aws-sdk\/lib-dynamodb'/m).toSorted()).toEqual(
    // sends the items that the operations create
    [
      ...operations.filter((file) => !/(put|delete|check)/.test(file.slice(folder.length))),
      'functions/table/transact.ts',
      // the table of settings
      'functions/table/deployed-settings.ts',
      'functions/settings/deployed-settings-store.ts',
    ].toSorted(),
  );
  expect(importing(/@aws-sdk\/client-dynamodb/)).toEqual(['functions/table/client.ts']);
});

test.each(Object.entries(tableOperations))('%s declares its action and resource', (name, { action, on }) => {
  const source = defined(sources.get(`${folder}/${name}.ts`));
  const created = [...source.matchAll(/new (\w+)Command\(|^ {2,4}(\w+): \{$/gm)].map(
    ([, command, item]) => command ?? item,
  );
  const request = action.replace(/^dynamodb:/, '').replace(/Item$/, '');
  expect([...new Set(created)].filter((one) => one !== 'item')).toEqual([request]);
  expect(source.includes('IndexName:')).toBe(on === 'indexes');
});

test('a function that reads no list has no right to the indexes, and one that writes nothing none to write', () => {
  const reads = (handler: string) =>
    JSON.stringify(rolesByHandler.get(handler)?.Policies).includes('/index/by-s1');
  expect(reads('partners/list')).toBe(true);
  expect(reads('users/me')).toBe(false);
  expect(actionsOf('site/watch-sender').filter((action) => action.startsWith('dynamodb:'))).toEqual([]);
});

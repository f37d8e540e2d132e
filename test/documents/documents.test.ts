import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { refusalStatus } from '../../shared/refusal.ts';
import { sources } from '../architecture/sources.ts';

// Verifiable statements of the documents. test/infra checks the table of schedules.

const read = (path: string) => readFileSync(path, 'utf8');
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/runbook.md', 'docs/deploy.md'];

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names files that exist', () => {
    const named = [...text.matchAll(/(?:`|\]\()((?:shared|functions|web|infra|test|docs)\/[\w./-]+\.\w+)/g)];
    expect(
      named.map(([, path]) => path ?? '').filter((path) => !existsSync(path)),
      'Correct these paths in the document.',
    ).toEqual([]);
  });

  it('names commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, script]) => script ?? '');
    expect(
      named.filter((script) => !(script in scripts)),
      'Correct these commands, or add the scripts to package.json.',
    ).toEqual([]);
  });
});

it('numbers decisions by their files, at most 25', () => {
  const heads = globSync('docs/decisions/0*.md').map((file) => [
    file.slice('docs/decisions/'.length, 'docs/decisions/0000'.length),
    /^# (\d+)\. \S/.exec(read(file))?.[1]?.padStart(4, '0'),
  ]);
  expect(heads.length).toBeGreaterThan(10);
  expect(heads.length).toBeLessThanOrEqual(25);
  expect(
    heads.filter(([file, head]) => file !== head),
    'Number the heading as its file.',
  ).toEqual([]);
});

it('lists an action for every bank file status in the runbook', () => {
  const said = [...read('docs/runbook.md').matchAll(/^\| ((?:\w+, )*\w+) +\| .+? +\| .+? +\|$/gm)];
  const states = said.flatMap(([, names]) => (names ?? '').split(', '));
  expect(
    bankFileStatuses.map(({ id }) => id).filter((id) => !states.includes(id)),
    'Add a row per status to docs/runbook.md.',
  ).toEqual([]);
});

function walkOf(readme: string, title: string): string[] {
  const [, after = ''] = readme.split(`**${title}**`);
  const [steps = ''] = after.split(/\n\n(?!\d)/);
  return [...steps.matchAll(/^\d+\. `([\w./-]+)`/gm)].map(([, path = '']) => path);
}

describe.each([
  { title: "A partner's id, from the address to the table.", name: /\bpartnerId\b/, steps: 6 },
  { title: 'A bank run, from the filter to the file.', name: /\bfilters?\b/, steps: 9 },
])('the README’s walk: $title', ({ title, name, steps }) => {
  const unnamed = (files: readonly string[]) => files.filter((file) => !name.test(read(file)));

  it('contains the same name in every listed file', () => {
    const files = walkOf(read('README.md'), title);
    expect(files).toHaveLength(steps);
    expect(unnamed(files), 'Add the name to these files.').toEqual([]);
    // counterexample
    expect(unnamed(['shared/money.ts'])).toEqual(['shared/money.ts']);
  });
});

const additions = (readme: string): string =>
  readme
    .split(/^## (?=Add )/m)
    .slice(1)
    .join('')
    .split('\n## ')[0] ?? '';

function unknownNames(text: string, code: string): string[] {
  const names = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) =>
    /[/<]|\.tsx?$|^npm /.test(words) ? [] : (words.match(/[A-Za-z]\w+/g) ?? []),
  );
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
}

it('uses names of the code in the README’s instructions', () => {
  const code = sources('shared', 'functions', 'infra', 'web')
    .map(({ text }) => text)
    .join('\n');
  const text = additions(read('README.md'));
  expect(text.length).toBeGreaterThan(2000);
  expect(unknownNames(text, code), 'Correct these names in the README.').toEqual([]);
  // counterexample
  expect(unknownNames('a `PageOfLists` in `shared/page.ts`', code)).toEqual(['PageOfLists']);
});

it('names every part of a bank flow’s row in the README', () => {
  const [, sentence = ''] = /## Add a bank flow\n\n(.+)/.exec(read('README.md')) ?? [];
  const unnamed = (parts: readonly string[]) => parts.filter((part) => !sentence.includes(`\`${part}\``));
  expect(
    unnamed(Object.values(bankFlowTable).flatMap((row) => Object.keys(row))),
    'Name these parts in the README under Add a bank flow.',
  ).toEqual([]);
  // counterexample
  expect(unnamed(['account'])).toEqual(['account']);
});

it('lists every bucket and refusal status in ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md');
  const created = sources('infra').flatMap(
    ({ text: code }) => code.match(/(?:makeBucket\(|new Bucket\(this, )'/g) ?? [],
  );
  const [, named = ''] = /six S3 buckets \(([^)]+)\)/.exec(text) ?? [];
  expect(named.split(/, (?:and )?/)).toHaveLength(created.length);
  const [, statuses = ''] = /turns a `Refusal` into ([\d, or]+)/.exec(text) ?? [];
  expect([...statuses.matchAll(/\d+/g)].map(Number)).toEqual(Object.values(refusalStatus));
});

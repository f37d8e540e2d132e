import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { refusalStatus } from '../../shared/refusal.ts';
import { sources } from './sources.ts';

// What the documents say that a test can check. The table of schedules is checked by test/infra.

const read = (path: string) => readFileSync(path, 'utf8');
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/runbook.md', 'docs/deploy.md'];

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names files that exist', () => {
    const named = [...text.matchAll(/(?:`|\]\()((?:shared|functions|web|infra|test|docs)\/[\w./-]+\.\w+)/g)];
    expect(named.map(([, path]) => path ?? '').filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, script]) => script ?? '');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

it('a decision has the number of its file', () => {
  const heads = globSync('docs/decisions/0*.md').map((file) => [
    file.slice('docs/decisions/'.length, 'docs/decisions/0000'.length),
    /^# (\d+)\. \S/.exec(read(file))?.[1]?.padStart(4, '0'),
  ]);
  expect(heads.length).toBeGreaterThan(10);
  expect(heads.length).toBeLessThanOrEqual(25);
  expect(heads.filter(([file, head]) => file !== head)).toEqual([]);
});

it('the runbook says of every state of a bank file what to do', () => {
  const said = [...read('docs/runbook.md').matchAll(/^\| ((?:\w+, )*\w+) +\| .+? +\| .+? +\|$/gm)];
  const states = said.flatMap(([, names]) => (names ?? '').split(', '));
  expect(bankFileStatuses.map(({ id }) => id).filter((id) => !states.includes(id))).toEqual([]);
});

/** The numbered steps under a bold sentence of the README, each with the first file that it names. */
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

  it('finds the same name in every file that it names', () => {
    const files = walkOf(read('README.md'), title);
    expect(files).toHaveLength(steps);
    expect(unnamed(files)).toEqual([]);
    // shown to fail
    expect(unnamed(['shared/money.ts'])).toEqual(['shared/money.ts']);
  });
});

it('the README says how to add an endpoint, a list page, a bank flow, a job and a scheduled job', () => {
  const headings = [...read('README.md').matchAll(/^## Add (.+)$/gm)].map(([, what]) => what);
  expect(headings).toEqual(['an endpoint', 'a list page', 'a bank flow', 'a job', 'a scheduled job']);
});

/** The sections "Add …" of the README. */
const additions = (readme: string): string =>
  readme
    .split(/^## (?=Add )/m)
    .slice(1)
    .join('')
    .split('\n## ')[0] ?? '';

/** Names that a text has in backticks, apart from files, of which the code has none. */
function unknownNames(text: string, code: string): string[] {
  const names = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) =>
    /[/<]|\.tsx?$|^npm /.test(words) ? [] : (words.match(/[A-Za-z]\w+/g) ?? []),
  );
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
}

it('what the README says of adding something is named as in the code', () => {
  const code = sources('shared', 'functions', 'infra', 'web')
    .map(({ text }) => text)
    .join('\n');
  const text = additions(read('README.md'));
  expect(text.length).toBeGreaterThan(2000);
  expect(unknownNames(text, code)).toEqual([]);
  // shown to fail
  expect(unknownNames('a `PageOfLists` in `shared/page.ts`', code)).toEqual(['PageOfLists']);
});

it('the README names every part of a bank flow’s row', () => {
  const [, sentence = ''] = /## Add a bank flow\n\n(.+)/.exec(read('README.md')) ?? [];
  const unnamed = (parts: readonly string[]) => parts.filter((part) => !sentence.includes(`\`${part}\``));
  expect(unnamed(Object.values(bankFlowTable).flatMap((row) => Object.keys(row)))).toEqual([]);
  // shown to fail
  expect(unnamed(['account'])).toEqual(['account']);
});

it('CONTRIBUTING.md is read in one go', () => {
  expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(81);
});

it('ARCHITECTURE.md names as many buckets as there are, and every status that a refusal becomes', () => {
  const text = read('ARCHITECTURE.md');
  const made = sources('infra').flatMap(
    ({ text: code }) => code.match(/(?:makeBucket\(|new Bucket\(this, )'/g) ?? [],
  );
  const [, named = ''] = /five S3 buckets \(([^)]+)\)/.exec(text) ?? [];
  expect(named.split(/, (?:and )?/)).toHaveLength(made.length);
  const [, statuses = ''] = /turns a `Refusal` into ([\d, or]+)/.exec(text) ?? [];
  expect([...statuses.matchAll(/\d+/g)].map(Number)).toEqual(Object.values(refusalStatus));
});

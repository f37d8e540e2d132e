import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costPage } from './cost-page.ts';
import { asvsPage, requirements } from './asvs-page.ts';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';

// Verifiable statements of the documents. test/infra checks the table of schedules.

const read = (path: string) => readFileSync(path, 'utf8');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/runbook.md',
  'docs/deploy.md',
  'docs/rules.md',
];

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

it.each([
  ['docs/asvs.md', asvsPage],
  ['docs/cost.md', costPage],
])('%s equals its source; `npm test -- test/documents -u` writes it', (document, page) =>
  expect(page()).toMatchFileSnapshot(`../../${document}`),
);

it('names an existing test, or a reason, for each requirement of ASVS', () => {
  for (const { id, status, evidence } of requirements())
    if (status === 'test') {
      expect(existsSync(evidence), `${id} ${evidence}`).toBe(true);
      // tables of requirements name each one
      if (evidence.includes('/requirements')) expect(read(evidence)).toContain(`'${id}':`);
    } else expect(evidence.split(' ').length, id).toBeGreaterThanOrEqual(2);
});

it('names an existing test for each rule that is in effect', () => {
  const rows = [...read('docs/rules.md').matchAll(/^\| (\d{4}-\d\d-\d\d) \|(.*)\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  const today = new Date().toISOString().slice(0, 10);
  for (const [line, date = '', cells = ''] of rows) {
    const tests = [...cells.matchAll(/\]\(\.\.\/(test\/[\w./-]+)\)/g)].map(([, path]) => path ?? '');
    expect(
      tests.filter((path) => !existsSync(path)),
      line,
    ).toEqual([]);
    if (date <= today) expect(tests, `Name a test: ${line}`).not.toEqual([]);
  }
});

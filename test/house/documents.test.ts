import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';

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

it('the runbook says of every state of a bank file what to do', () => {
  const said = [...read('docs/runbook.md').matchAll(/^\| ((?:\w+, )*\w+) +\| .+? +\| .+? +\|$/gm)];
  const states = said.flatMap(([, names]) => (names ?? '').split(', '));
  expect(bankFileStatuses.map(({ id }) => id).filter((id) => !states.includes(id))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/build/handlers.ts';

const statuses = {
  test: 'met, with a test',
  review: 'met, by review',
  reason: 'met, for the stated reason',
  conflict: 'conflict with the specification',
  open: 'not met',
  'n/a': 'not applicable',
} as const;
type Status = keyof typeof statuses;

/** A requirement of ASVS 5.0; `evidence` is the path of a test, or a sentence. */
export interface Requirement {
  id: string;
  level: 1 | 2;
  title: string;
  status: Status;
  evidence: string;
}

const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text);

/** Reads the table, one requirement per line. Throws for an incomplete line. */
export const requirements = (): Requirement[] =>
  readFileSync(join(root, 'docs/asvs.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [id = '', level, title = '', status = '', evidence = ''] = line.split('\t');
      if (!evidence || !isStatus(status)) throw new Error(`docs/asvs.tsv: incomplete line "${line}"`);
      return { id, level: level === '1' ? 1 : 2, title, status, evidence };
    });

const countOf = (rows: readonly Requirement[], status: Status): number =>
  rows.filter((row) => row.status === status).length;

const evidenceOf = ({ status, evidence }: Requirement): string =>
  status === 'test' ? `[${evidence.replace(/^test\/|(\.test)?\.ts$/g, '')}](../${evidence})` : evidence;

/** Returns the page of all requirements of levels 1 and 2. */
export function asvsPage(): string {
  const rows = requirements();
  const counts = Object.entries(statuses).map(
    ([status, meaning]) => `| ${meaning} | ${countOf(rows, status as Status)} |`,
  );
  return [
    '# ASVS 5.0, levels 1 and 2',
    'Written by `npm test -- test/documents -u` from `docs/asvs.tsv`; a test compares both and verifies that each named test exists. Titles are abbreviated; the [standard](https://github.com/OWASP/ASVS/tree/v5.0.0) has the full text. A test proves its requirement for the places it covers, not for the whole system.',
    ['| status | requirements |', '| --- | --- |', ...counts].join('\n'),
    [
      '| requirement | level | title | status | evidence |',
      '| --- | --- | --- | --- | --- |',
      ...rows.map(
        (row) => `| ${row.id} | ${row.level} | ${row.title} | ${statuses[row.status]} | ${evidenceOf(row)} |`,
      ),
    ].join('\n'),
    '',
  ].join('\n\n');
}

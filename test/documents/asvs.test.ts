import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asvsPage, requirements } from '../../infra/operate/asvs-page.ts';

const rows = requirements();

/** Ignores the padding of formatted tables. */
const words = (text: string) => text.replaceAll(/[|\s-]+/g, ' ').trim();

it('docs/asvs.md equals the table', () => {
  // on failure, run `npm run operate -- asvs` and format the page
  expect(words(readFileSync('docs/asvs.md', 'utf8'))).toBe(words(asvsPage()));
});

it('lists all 253 requirements of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  expect(rows.filter(({ level }) => level === 1)).toHaveLength(70);
});

it('has a test for at least 85 percent of the applicable requirements', () => {
  const applicable = rows.filter(({ status }) => status !== 'n/a');
  const tested = applicable.filter(({ status }) => status === 'test');
  expect(tested.length / applicable.length).toBeGreaterThanOrEqual(0.85);
});

it('names existing tests, and explains each other status', () => {
  for (const { id, status, evidence } of rows)
    if (status === 'test') {
      expect(existsSync(evidence), `${id} ${evidence}`).toBe(true);
      // tables of requirements name each one
      if (evidence.includes('/requirements')) expect(readFileSync(evidence, 'utf8')).toContain(`'${id}':`);
    } else expect(evidence.split(' ').length, id).toBeGreaterThanOrEqual(2);
});

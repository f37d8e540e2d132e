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

it('names existing tests, and explains each other status', () => {
  for (const { id, status, evidence } of rows)
    if (status === 'test') expect(existsSync(evidence), `${id} ${evidence}`).toBe(true);
    else expect(evidence.split(' ').length, id).toBeGreaterThanOrEqual(2);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publicPages } from '../../web/routes/public-pages.ts';
import type { PageDefinition } from '../../web/app/page.ts';
import { pages } from '../../web/routes/routes.tsx';
import { redirectPages, pagesOfUsers } from '../web/pages-of-users.ts';

const walks: readonly { file: string; over: string; pages: readonly PageDefinition[] }[] = [
  { file: 'test/journeys/public-pages.test.ts', over: 'test.each(publicPages)(', pages: publicPages },
  { file: 'test/journeys/portal-pages.test.ts', over: 'it.each(pagesOfUsers)(', pages: pagesOfUsers },
];

const unopened = (table: readonly Pick<PageDefinition, 'path'>[]): string[] =>
  table
    .map(({ path }) => path)
    .filter((path) => !walks.some((walk) => walk.pages.some((page) => page.path === path)));

it('opens every page of the route table in a browser test, except the redirect', () => {
  expect(unopened(pages)).toEqual(redirectPages);
  // counterexample
  expect(unopened([{ path: '/nobody/opens' }])).toEqual(['/nobody/opens']);
});

it.each(walks)('$file opens each page of its part of the table', ({ file, over }) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(over);
  expect(text).toMatch(/await page\.goto\(/);
});

import { expect, it } from 'vitest';
import { pages } from '../../web/app/routes.tsx';
import { sources } from '../house/sources.ts';

// What visitors are promised, and the page or the code that has to be there before it may be.
const promises: readonly (readonly [words: RegExp, page: RegExp])[] = [
  [/\ba ring\b/i, /^\/member\/dashboard\/home$/],
  [/\bcalendar\b/i, /^\/member\/.*usagelog/],
  [/voucher/i, /voucherprograms/],
  [/one by one/i, /employeemanagement$/],
  [/change your club/i, /^\/member\/.*(transfer|changeclub)/],
];

const texts = sources('web/site').filter(({ path }) => path.endsWith('.tsx') || path.endsWith('-words.ts'));
const isThere = (page: RegExp): boolean => pages.some(({ path }) => page.test(path));
const sayers = (words: RegExp): string[] =>
  texts.filter(({ text }) => words.test(text)).map(({ path }) => `${path} says ${words}`);

it('the public pages promise what is there', () => {
  const missing = promises.filter(([, page]) => !isThere(page));
  expect(missing.flatMap(([words]) => sayers(words))).toEqual([]);
});

it('the public pages tell of what is there', () => {
  const built = promises.filter(([, page]) => isThere(page));
  expect(built.length).toBeGreaterThan(3);
  expect(built.filter(([words]) => sayers(words).length === 0).map(([words]) => String(words))).toEqual([]);
});

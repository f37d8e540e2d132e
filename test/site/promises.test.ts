import { expect, it } from 'vitest';
import { pages } from '../../web/routes/routes.tsx';
import { sources } from '../architecture/sources.ts';

// Features that the public pages mention, with the page that must exist for each.
const promises: readonly (readonly [words: RegExp, page: RegExp])[] = [
  [/\ba ring\b/i, /^\/member\/dashboard\/home$/],
  [/\bcalendar\b/i, /^\/member\/.*usagelog/],
  [/voucher/i, /voucherprograms/],
  [/one by one/i, /employeemanagement$/],
  [/change your club/i, /^\/member\/.*(transfer|changeclub)/],
];

const texts = sources('web/site').filter(({ path }) => path.endsWith('.tsx') || path.endsWith('-words.ts'));
const exists = (page: RegExp): boolean => pages.some(({ path }) => page.test(path));
const filesWith = (words: RegExp): string[] =>
  texts.filter(({ text }) => words.test(text)).map(({ path }) => `${path} says ${words}`);

it('the public pages mention only existing features', () => {
  const missing = promises.filter(([, page]) => !exists(page));
  expect(missing.flatMap(([words]) => filesWith(words))).toEqual([]);
});

it('the public pages mention every existing feature', () => {
  const built = promises.filter(([, page]) => exists(page));
  expect(built.length).toBeGreaterThan(3);
  expect(built.filter(([words]) => filesWith(words).length === 0).map(([words]) => String(words))).toEqual(
    [],
  );
});

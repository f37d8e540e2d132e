import { expect, it } from 'vitest';
import { pages } from '../../web/app/routes.tsx';
import { sources } from '../house/sources.ts';

// What visitors are promised, and the page that has to be there before it may be.
const promises: readonly (readonly [words: RegExp, page: RegExp])[] = [
  [/\ba ring\b|your progress|add up/i, /^\/member\/.*(usagelog|rewards)/],
  [/\bcalendar\b/i, /^\/member\/.*usagelog/],
  [/voucher/i, /vouchers/],
  [/one by one/i, /employeemanagement\/add/],
  [/change your club/i, /^\/member\/.*(transfer|changeclub)/],
];

it('the public pages promise what is there', () => {
  const texts = sources('web/site').filter(({ path }) => path.endsWith('.tsx') || path.endsWith('-words.ts'));
  const missing = promises.filter(([, page]) => !pages.some(({ path }) => page.test(path)));
  const broken = missing.flatMap(([words]) =>
    texts.filter(({ text }) => words.test(text)).map(({ path }) => `${path} says ${words}`),
  );
  expect(broken).toEqual([]);
});

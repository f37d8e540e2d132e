import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pages } from '../../web/app/routes.tsx';
import { sources } from './sources.ts';

// Every address inside the portal that web code writes down, wherever it is used: links, navigation, redirects.

const rooms =
  /^\/(?:admin|partnerowner|partnermanager|member|facilitymanager|uploadresults|storage|guest|dashboard|invitation|sitemap|healthcheck|resetpassword|privacy\w*|terms\w*|accessibility)(?:\/|$)/;

interface Written {
  path: string;
  address: string;
  /** A PageLink asks the route table itself. */
  asks: boolean;
}

function addressesIn({ path, text }: { path: string; text: string }): Written[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/(["'`])(\/[^"'`\s]*)\1/g)].flatMap((match) => {
    const address = (match[2] ?? '').replace(/[?#].*$/, '').replaceAll(/\$\{[^}]*\}/g, 'x');
    const before = code.slice(Math.max(0, match.index - 40), match.index);
    return rooms.test(address) ? [{ path, address, asks: /<PageLink\s+to=\{?$/.test(before) }] : [];
  });
}

const written = sources('web')
  .filter(({ path }) => /\.tsx?$/.test(path) && !/(^|\/)pages?\.ts$/.test(path))
  .flatMap(addressesIn);

/** A page, or the parent of one: its address leads to its first child. */
const leadsSomewhere = (address: string): boolean =>
  pages.some(({ path }) => {
    const words = path.split('/');
    return words.some((_, at) => at > 0 && matchPath(words.slice(0, at + 1).join('/'), address) !== null);
  });

it('every address that a page leads to is in the route table', () => {
  expect(written.length).toBeGreaterThan(40);
  expect(written.filter(({ address, asks }) => !asks && !leadsSomewhere(address))).toEqual([]);
});

it('a page that is not there yet is linked only by what asks for it', () => {
  expect(leadsSomewhere('/member/nowhere')).toBe(false);
  expect(written.filter(({ asks }) => asks).map(({ address }) => address)).toContain(
    '/member/account/billing',
  );
});

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
}

function addressesIn({ path, text }: { path: string; text: string }): Written[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/(["'`])(\/[^"'`\s]*)\1/g)].flatMap((match) => {
    const address = (match[2] ?? '').replace(/[?#].*$/, '').replaceAll(/\$\{[^}]*\}/g, 'x');
    return rooms.test(address) ? [{ path, address }] : [];
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
  expect(written.filter(({ address }) => !leadsSomewhere(address))).toEqual([]);
});

it('an address of no page leads nowhere', () => {
  expect(leadsSomewhere('/member/nowhere')).toBe(false);
});

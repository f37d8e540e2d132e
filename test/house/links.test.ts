import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { paths, pathTo } from '../../web/app/addresses.ts';
import { pages } from '../../web/app/routes.tsx';
import { sources } from './sources.ts';

// Every address inside the portal that web code writes down, wherever it is used: links, navigation, redirects.

const rooms =
  /^\/(?:admin|partnerowner|partnermanager|member|facilitymanager|uploadresults|storage|guest|dashboard|invitation|userinvitation|confirmemail|voucher|resources|dataprivacyrequest|consumerhealthprivacy|sitemap|healthcheck|resetpassword|privacy\w*|terms\w*|accessibility\w*)(?:\/|$)/;

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

const table = 'web/app/addresses.ts';
const written = sources('web')
  .filter(({ path }) => /\.tsx?$/.test(path))
  .flatMap(addressesIn);

/** A page, or the parent of one: its address leads to its first child. */
const leadsSomewhere = (address: string): boolean =>
  pages.some(({ path }) => {
    const words = path.split('/');
    return words.some((_, at) => at > 0 && matchPath(words.slice(0, at + 1).join('/'), address) !== null);
  });

it('an address is written in the table of addresses alone', () => {
  expect(written.filter(({ path }) => path === table).length).toBeGreaterThan(80);
  expect(written.filter(({ path }) => path !== table)).toEqual([]);
});

it('each address of the table is a page of its own, or leads to the first of its pages', () => {
  const addresses = Object.values(paths);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((address) => !leadsSomewhere(address))).toEqual([]);
  expect(pages.map(({ path }) => path).filter((path) => !addresses.some((one) => one === path))).toEqual([]);
});

it('an address of no page leads nowhere', () => {
  expect(leadsSomewhere('/member/nowhere')).toBe(false);
});

it('an address has its parameters and its query filled in', () => {
  expect(pathTo('bankFile', { bankFileId: 'a/b' })).toBe('/admin/bankfiles/a%2Fb');
  expect(pathTo('uploadResults', {}, { job: '1', partner: undefined })).toBe('/uploadresults?job=1');
  // @ts-expect-error -- a page with a parameter is not reached without it
  expect(pathTo('member')).toBe('/admin/members/');
});

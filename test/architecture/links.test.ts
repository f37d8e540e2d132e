import { matchPath, type RouteObject } from 'react-router-dom';
import { expect, it } from 'vitest';
import { paths, pathTo } from '../../web/app/addresses.ts';
import { mayOpen, visibleWhen } from '../../web/app/page.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { partsOf } from '../../shared/wire-names.ts';
import { addRoutes } from '../../web/routes/page-routes.tsx';
import { pages } from '../../web/routes/routes.tsx';
import { importsOf, sources } from './sources.ts';

// Every internal address in web code: links, navigation, redirects.

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

const leadsSomewhere = (address: string): boolean =>
  pages.some(({ path }) => {
    const words = path.split('/');
    return words.some((_, at) => at > 0 && matchPath(words.slice(0, at + 1).join('/'), address) !== null);
  });

it('defines addresses in the address table only', () => {
  expect(written.filter(({ path }) => path === table).length).toBeGreaterThan(80);
  expect(
    written.filter(({ path }) => path !== table),
    'Move the addresses to web/app/addresses.ts.',
  ).toEqual([]);
});

it('defines a page, or a parent with pages, for each address', () => {
  const addresses = Object.values(paths);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(
    addresses.filter((address) => !leadsSomewhere(address)),
    'Add a page to web/<area>/pages.ts, or remove the address.',
  ).toEqual([]);
  expect(
    pages.map(({ path }) => path).filter((path) => !addresses.some((address) => address === path)),
    'Add the path to web/app/addresses.ts.',
  ).toEqual([]);
});

it('finds no page for an unknown address', () => {
  expect(leadsSomewhere('/member/nowhere')).toBe(false);
});

it('defines a page for each address that functions link', () => {
  const linked = sources('functions').flatMap(({ path, text }) =>
    [...text.matchAll(/\bpath: (["'`])(\/[^"'`]*)\1/g)].map((match) => ({
      path,
      address: (match[2] ?? '').replace(/[?#].*$/, '').replaceAll(/\$\{[^}]*\}/g, 'x'),
    })),
  );
  expect(linked.length).toBeGreaterThan(20);
  expect(linked.filter(({ address }) => address !== '/' && !leadsSomewhere(address))).toEqual([]);
});

it('adds the pages of an aborted navigation with the next one', () => {
  const added: string[] = [];
  const patch = (_: string, routes: RouteObject[]) => added.push(...routes.map(({ path = '' }) => path));
  const aborted = new AbortController();
  aborted.abort();
  addRoutes(pages, patch, aborted.signal);
  expect(added).toEqual([]);
  addRoutes(pages, patch, new AbortController().signal);
  expect(added).toContain(paths.months);
  const { length } = added;
  addRoutes(pages, patch, new AbortController().signal);
  expect(added).toHaveLength(length);
});

it('fills in parameters and query of an address', () => {
  expect(pathTo('bankFile', { bankFileId: 'a/b' })).toBe('/admin/bankfiles/a%2Fb');
  expect(pathTo('uploadResults', {}, { job: '1', partner: undefined })).toBe('/uploadresults?job=1');
  // @ts-expect-error -- a page with a parameter requires it
  expect(pathTo('member')).toBe('/admin/members/');
});

it('links emails to members only to pages that members can open under the tested conditions', () => {
  const addresses = sources('functions').flatMap(({ text }) =>
    [...text.matchAll(/[`'}](\/member\/[\w/]*)/g)].map(([, address = '']) => address),
  );
  const all = {
    groupMembershipAdded: true,
    programExists: true,
    activeEnrollments: true,
    bankingRequired: true,
    reimbursementEnabled: true,
    flags: { ...allOff, gmrAddProgram: true, gmAccessPassFeature: true },
  };
  const needs = (address: string) => {
    const page = pages.find(({ path }) => path === address);
    if (!page || page.hidden || !mayOpen({ role: 'member' }, page)) return undefined;
    const visible = visibleWhen(page);
    return Object.keys(all).filter((name) => visible && !visible({ ...all, [name]: false }));
  };
  expect(Object.fromEntries(addresses.map((address) => [address, needs(address)]))).toEqual({
    // test/visits/access-pass.test.ts
    '/member/accesspass': ['activeEnrollments', 'flags'],
    // test/accounts/accounts.test.ts; suspended after a return: test/accounts/member-area.test.ts
    '/member/account/billing': ['bankingRequired'],
    // test/journeys/enrollment.test.ts
    '/member/account/reimbursement': ['activeEnrollments', 'reimbursementEnabled'],
    '/member/dashboard/home': [],
    '/member/profile/facilityinformation/facilities': [],
    // test/privacy/cases.test.ts
    '/member/profile/privacy': [],
    // test/visits/missing-visit.test.ts
    '/member/profile/usagelog': ['activeEnrollments'],
  });
});

const listsMembers = (schema: AnySchema, isRow = false): boolean => {
  const { fields, element } = partsOf(schema);
  if (isRow && Object.hasOwn(fields, 'memberId')) return true;
  return (
    Object.values(fields).some((field) => listsMembers(field)) ||
    (element !== undefined && listsMembers(element, true))
  );
};

it('links the member page from every list of members for administrators', () => {
  const lists = endpoints
    .filter(({ method, roles }) => method === 'GET' && roles.includes('systemAdmin'))
    .filter(({ response }) => response !== 'file' && listsMembers(response))
    // as the web code references it
    .map(({ area, name }) => `${area.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())}.${name}`);
  expect(lists).toEqual(
    expect.arrayContaining([
      'members.list',
      'members.transferResults',
      'employees.keyFobs',
      'visits.list',
      'visits.missingReports',
      'payments.listMemberPayments',
      'bankFiles.listWaitingAccounts',
      'bankFiles.checkMemberPayments',
    ]),
  );
  const web = new Map(sources('web').map(({ path, text }) => [path, text]));
  const leads = (text: string) => /<MemberName|pathTo\('member',/.test(text);
  const deadEnds = lists.filter((list) => {
    const shows = new RegExp(`endpoint=\\{${list}\\}|use(List|Pages|Endpoint)\\(${list},`);
    const shown = [...web].filter(([, text]) => shows.test(text));
    return shown.some(
      ([path, text]) =>
        !leads(text) &&
        !importsOf(text).some((from) =>
          leads(web.get(new URL(from, `file:///${path}`).pathname.slice(1)) ?? ''),
        ),
    );
  });
  expect(deadEnds, 'Render members of these lists with MemberName.').toEqual([]);
});

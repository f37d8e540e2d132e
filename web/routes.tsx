import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { pages as enrollment } from './enrollment/pages.ts';
import { pages as facilities } from './facilities/pages.ts';
import { pages as files } from './files/pages.ts';
import { pages as members } from './members/pages.ts';
import type { PageRow } from './page.ts';
import { pages as legal } from './legal/pages.ts';
import { pages as employees } from './employees/pages.ts';
import { pages as groupMemberships } from './group-memberships/pages.ts';
import { pages as bankFiles } from './bank-files/pages.ts';
import { pages as partners } from './partners/pages.ts';
import { pages as payments } from './payments/pages.ts';
import { pages as site } from './site/pages.ts';
import { pages as visits } from './visits/pages.ts';
import { NotFoundPage } from './site/NotFoundPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { GuardedPage } from './shell/GuardedPage.tsx';

/** The one route table: every page of every area. */
export const pages: readonly PageRow[] = [
  ...site,
  ...partners,
  ...groupMemberships,
  ...employees,
  ...members,
  ...facilities,
  ...enrollment,
  ...files,
  ...bankFiles,
  ...visits,
  ...payments,
  ...legal,
];

/** A parent's address leads to its first child (spec 1 §2). */
export function redirects(rows: readonly PageRow[]): { path: string; to: string }[] {
  const known = new Set(rows.map(({ path }) => path));
  const found = new Map<string, string>();
  for (const { path } of rows) {
    const words = path.split('/');
    for (let length = words.length - 1; length > 1; length--) {
      const parent = words.slice(0, length).join('/');
      if (!known.has(parent) && !found.has(parent) && !parent.split('/').at(-1)?.startsWith(':'))
        found.set(parent, path);
    }
  }
  return [...found].map(([path, to]) => ({ path, to }));
}

const routeOf = (page: PageRow): RouteObject => ({
  path: page.path,
  handle: page,
  lazy: async () => {
    const { default: Component } = await page.load();
    return {
      element: (
        <GuardedPage page={page}>
          <Component />
        </GuardedPage>
      ),
    };
  },
});

const relative = (from: string, to: string): string => to.slice(from.length + 1);

export const router = createBrowserRouter([
  {
    element: <Shell />,
    children: [
      ...pages.map(routeOf),
      ...redirects(pages).map(({ path, to }) => ({
        path,
        element: <Navigate replace to={relative(path, to)} />,
      })),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);

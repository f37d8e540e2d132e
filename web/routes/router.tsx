import { setLoadedPages } from '../app/loaded-pages.ts';
import { partOf, type PageDefinition } from '../app/page.ts';
import { paths } from '../app/addresses.ts';
import { linkPages, publicPages } from './public-pages.ts';
import { lazy } from 'react';
import { createBrowserRouter, matchPath } from 'react-router-dom';
import { nameEntry } from '../app/history-entry.ts';
import { addRoutes, routesOf } from './page-routes.tsx';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { FailedPage } from '../shell/FailedPage.tsx';
import { LoadingPage } from '../shell/LoadingPage.tsx';

const firstPages = [...publicPages, ...linkPages];

setLoadedPages(firstPages);

async function tableFor(path: string): Promise<readonly PageDefinition[]> {
  // the router also requests routes for addresses with parameters that it knows
  if (linkPages.some((page) => matchPath(page.path, path))) return firstPages;
  const part = partOf(path);
  if (part?.roles.includes('systemAdmin')) return (await import('./routes.tsx')).pages;
  if (part === undefined || part.path === paths.memberPart) {
    const { memberPages } = await import('./member-bar.tsx');
    if (part || memberPages.some((page) => matchPath(page.path, path)))
      return [...firstPages, ...memberPages];
  }
  const { firstAreas, lastAreas } = await import('./user-areas.ts');
  return [...firstPages, ...firstAreas, ...lastAreas];
}

/** Loads the first page of a part while the session loads, because the redirect to it waits for the user's role. */
function loadFirstPage(table: readonly PageDefinition[], path: string): void {
  if (table.some((page) => page.path === path)) return;
  table
    .find((page) => page.path.startsWith(`${path}/`))
    ?.load()
    // the redirect reports it
    .catch(() => undefined);
}

// only for members, so not in a visitor's download
const MemberBar = lazy(() => import('./member-bar.tsx'));

/** Areas load with their contracts on first use, so that visitors load none of them. */
nameEntry();
export const router = createBrowserRouter(
  [
    {
      id: 'shell',
      element: <Shell memberBar={<MemberBar />} />,
      errorElement: <FailedPage />,
      children: [
        {
          id: 'pages',
          hydrateFallbackElement: <LoadingPage />,
          // below the shell, so that the navigation is preserved
          errorElement: <FailedPage />,
          children: [...routesOf(firstPages), { path: '*', element: <NotFoundPage /> }],
        },
      ],
    },
  ],
  {
    patchRoutesOnNavigation: async ({ patch, path, signal }) => {
      const table = await tableFor(path);
      loadFirstPage(table, path);
      addRoutes(table, patch, signal);
    },
  },
);

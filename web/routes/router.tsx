import { setLoadedPages } from '../app/loaded-pages.ts';
import { partOf, type PageDefinition } from '../app/page.ts';
import { publicPages } from './public-pages.ts';
import { lazy } from 'react';
import { createBrowserRouter } from 'react-router-dom';
import { nameEntry } from '../app/history-entry.ts';
import { addRoutes, routesOf } from './page-routes.tsx';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { FailedPage } from '../shell/FailedPage.tsx';
import { LoadingPage } from '../shell/LoadingPage.tsx';

setLoadedPages(publicPages);

async function tableFor(path: string): Promise<readonly PageDefinition[]> {
  if (partOf(path)?.roles.includes('systemAdmin')) return (await import('./routes.tsx')).pages;
  const { firstAreas, lastAreas } = await import('./user-areas.ts');
  return [...publicPages, ...firstAreas, ...lastAreas];
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
      hydrateFallbackElement: <LoadingPage />,
      errorElement: <FailedPage />,
      children: [
        {
          id: 'pages',
          // below the shell, so that the navigation is preserved
          errorElement: <FailedPage />,
          children: [...routesOf(publicPages), { path: '*', element: <NotFoundPage /> }],
        },
      ],
    },
  ],
  {
    patchRoutesOnNavigation: async ({ patch, path, signal }) => {
      const table = await tableFor(path);
      addRoutes(table, patch, signal);
    },
  },
);

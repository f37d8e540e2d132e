import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import type { PageRow } from './page.ts';
import { openPages } from './open-pages.ts';
import { redirects } from './redirects.ts';
import { NotFoundPage } from './site/NotFoundPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { GuardedPage } from './shell/GuardedPage.tsx';
import { LoadingPage } from './shell/LoadingPage.tsx';

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

const routesOf = (pages: readonly PageRow[]): RouteObject[] => [
  ...pages.map(routeOf),
  ...redirects(pages).map(({ path, to }) => ({
    path,
    element: <Navigate replace to={relative(path, to)} />,
  })),
];

let restIsKnown = false;

/** The other areas come with their contracts when somebody first goes there, so that a visitor loads none of them. */
export const router = createBrowserRouter(
  [
    {
      id: 'shell',
      element: <Shell />,
      hydrateFallbackElement: <LoadingPage />,
      children: [...routesOf(openPages), { path: '*', element: <NotFoundPage /> }],
    },
  ],
  {
    patchRoutesOnNavigation: async ({ patch }) => {
      if (restIsKnown) return;
      const { pages } = await import('./routes.tsx');
      patch('shell', routesOf(pages.filter((page) => !openPages.includes(page))));
      restIsKnown = true;
    },
  },
);

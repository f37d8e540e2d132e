import { Navigate, type RouteObject } from 'react-router-dom';
import type { PageRow } from './page.ts';
import { redirects } from './redirects.ts';
import { GuardedPage } from './shell/GuardedPage.tsx';

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

/** The router's routes for some pages, and for the parents' addresses that lead to the first of them. */
export const routesOf = (pages: readonly PageRow[]): RouteObject[] => [
  ...pages.map(routeOf),
  ...redirects(pages).map(({ path, to }) => ({
    path,
    element: <Navigate replace to={relative(path, to)} />,
  })),
];

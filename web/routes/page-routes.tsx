import type { RouteObject } from 'react-router-dom';
import type { PageDefinition } from '../app/page.ts';
import { redirects } from './redirects.ts';
import { FirstOffered } from '../shell/FirstOffered.tsx';
import { GuardedPage } from '../shell/GuardedPage.tsx';

const routeOf = (page: PageDefinition): RouteObject => ({
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

export const routesOf = (pages: readonly PageDefinition[]): RouteObject[] => [
  ...pages.map(routeOf),
  ...redirects(pages).map(({ path, children }) => ({
    path,
    element: <FirstOffered path={path} pages={children} />,
  })),
];

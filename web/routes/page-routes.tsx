import { loadedPages, setLoadedPages } from '../app/loaded-pages.ts';
import type { PageDefinition } from '../app/page.ts';
import type { RouteObject } from 'react-router-dom';
import { FirstOffered } from '../shell/FirstOffered.tsx';
import { GuardedPage } from '../shell/GuardedPage.tsx';

/**
 * Returns redirects from parent paths to their first visible child without an ID of its own (spec 1 §2).
 */
export function redirects<Row extends Pick<PageDefinition, 'path'>>(
  rows: readonly Row[],
): { path: string; children: Row[] }[] {
  const paths = new Set(rows.map(({ path }) => path));
  const childrenOf = new Map<string, Row[]>();
  for (const row of rows) {
    const words = row.path.split('/');
    for (let length = words.length - 1; length > 1; length--) {
      if (words[length]?.startsWith(':')) break;
      const parent = words.slice(0, length).join('/');
      if (!paths.has(parent)) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), row]);
    }
  }
  return [...childrenOf].map(([path, children]) => ({ path, children }));
}

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

/**
 * Adds the routes of the pages that are not loaded yet. The router ignores the routes of an aborted navigation, so its
 * pages remain to be added by the next one.
 */
export function addRoutes(
  pages: readonly PageDefinition[],
  patch: (id: string, routes: RouteObject[]) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const more = pages.filter((page) => !loadedPages().includes(page));
  if (more.length === 0) return;
  setLoadedPages(pages);
  patch('pages', routesOf(more));
}

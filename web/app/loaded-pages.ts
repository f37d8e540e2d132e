import { matchPath, useLocation, useMatches } from 'react-router-dom';
import type { PageDefinition } from './page.ts';

let loaded: readonly PageDefinition[] = [];

/** Returns the pages of the loaded areas, in navigation order; set by web/routes/load-pages.ts. */
export const loadedPages = (): readonly PageDefinition[] => loaded;

export const setLoadedPages = (pages: readonly PageDefinition[]): void => {
  loaded = pages;
};

/** The page of the address. While the routes of its area load, the router matches the home page instead. */
export function useCurrentPage(): { page: PageDefinition | undefined; isLoading: boolean } {
  const { pathname } = useLocation();
  const matched = useMatches().at(-1)?.handle as PageDefinition | undefined;
  const isLoading = matched !== undefined && matchPath(matched.path, pathname) === null;
  return { page: isLoading ? undefined : matched, isLoading };
}

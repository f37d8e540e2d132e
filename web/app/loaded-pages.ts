import type { PageDefinition } from './page.ts';

let loaded: readonly PageDefinition[] = [];

/** Returns the pages of the loaded areas, in navigation order; set by web/routes/load-pages.ts. */
export const loadedPages = (): readonly PageDefinition[] => loaded;

export const setLoadedPages = (pages: readonly PageDefinition[]): void => {
  loaded = pages;
};

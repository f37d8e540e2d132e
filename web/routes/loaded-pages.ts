import { partOf, type PageDefinition } from '../app/page.ts';
import { publicPages } from './public-pages.ts';

let loaded = publicPages;

/** Returns the pages of the loaded areas, in navigation order. */
export const loadedPages = (): readonly PageDefinition[] => loaded;

/**
 * Loads the areas that a path may need, with their contracts; administrators' areas only for paths that the user may
 * open. Returns the new pages.
 */
export async function loadPages(path: string): Promise<PageDefinition[]> {
  const table = await tableFor(path);
  const more = table.filter((page) => !loaded.includes(page));
  if (more.length > 0) loaded = table;
  return more;
}

async function tableFor(path: string): Promise<readonly PageDefinition[]> {
  if (partOf(path)?.roles.includes('systemAdmin')) return (await import('./routes.tsx')).pages;
  const { firstAreas, lastAreas } = await import('./user-areas.ts');
  return [...publicPages, ...firstAreas, ...lastAreas];
}

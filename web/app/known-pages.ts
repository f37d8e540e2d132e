import { partOf, type PageDefinition } from './page.ts';
import { publicPages } from './public-pages.ts';

let known = publicPages;

/** Returns the pages of the loaded areas, in navigation order. */
export const knownPages = (): readonly PageDefinition[] => known;

/**
 * Loads the areas that a path may need, with their contracts; administrators' areas only for paths that the user may
 * open. Returns the new pages.
 */
export async function learnPages(path: string): Promise<PageDefinition[]> {
  const table = await tableFor(path);
  const more = table.filter((page) => !known.includes(page));
  if (more.length > 0) known = table;
  return more;
}

async function tableFor(path: string): Promise<readonly PageDefinition[]> {
  if (partOf(path)?.roles.includes('systemAdmin')) return (await import('./routes.tsx')).pages;
  const { firstAreas, lastAreas } = await import('./user-areas.ts');
  return [...publicPages, ...firstAreas, ...lastAreas];
}

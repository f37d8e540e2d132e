import { partOf, type PageDefinition } from './page.ts';
import { publicPages } from './public-pages.ts';

let known = publicPages;

/** The pages whose areas have come, in the order of the navigation: all that the part of the site one is in may offer. */
export const knownPages = (): readonly PageDefinition[] => known;

/**
 * Loads the areas that an address may lead to, with their contracts: those of administrators only in a part that they
 * may enter. Gives the pages that were not known before.
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

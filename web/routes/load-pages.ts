import { loadedPages, setLoadedPages } from '../app/loaded-pages.ts';
import { partOf, type PageDefinition } from '../app/page.ts';
import { publicPages } from './public-pages.ts';

setLoadedPages(publicPages);

export async function loadPages(path: string): Promise<PageDefinition[]> {
  const table = await tableFor(path);
  const more = table.filter((page) => !loadedPages().includes(page));
  if (more.length > 0) setLoadedPages(table);
  return more;
}

async function tableFor(path: string): Promise<readonly PageDefinition[]> {
  if (partOf(path)?.roles.includes('systemAdmin')) return (await import('./routes.tsx')).pages;
  const { firstAreas, lastAreas } = await import('./user-areas.ts');
  return [...publicPages, ...firstAreas, ...lastAreas];
}

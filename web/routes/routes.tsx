import type { PageDefinition } from '../app/page.ts';
import { areaPages } from './area-pages.ts';
import { publicPages } from './public-pages.ts';

/** The route table: all pages, in navigation order. */
export const pages: readonly PageDefinition[] = [...publicPages, ...areaPages];

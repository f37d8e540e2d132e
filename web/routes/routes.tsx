import type { PageDefinition } from '../app/page.ts';
import { areaPages } from './area-pages.ts';
import { linkPages, publicPages } from './public-pages.ts';

export const pages: readonly PageDefinition[] = [...publicPages, ...linkPages, ...areaPages];

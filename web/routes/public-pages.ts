import { pages as guest } from '../site/guest-pages.ts';
import { pages as legal } from '../site/legal/pages.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as shell } from '../shell/pages.ts';
import { pages as site } from '../site/pages.ts';

/** Public pages, part of the initial bundle. The pages of the areas load on demand. */
export const publicPages: readonly PageDefinition[] = [...site, ...guest, ...legal, ...shell];

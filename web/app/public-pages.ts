import { pages as guest } from '../site/guest-pages.ts';
import { pages as legal } from '../site/legal/pages.ts';
import type { PageDefinition } from './page.ts';
import { pages as shell } from '../shell/pages.ts';
import { pages as site } from '../site/pages.ts';

/** What a visitor may open: known from the start, and light. The pages of the areas come when somebody goes there. */
export const publicPages: readonly PageDefinition[] = [...site, ...guest, ...legal, ...shell];

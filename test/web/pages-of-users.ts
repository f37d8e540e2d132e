import { publicPages } from '../../web/app/public-pages.ts';
import type { PageDefinition } from '../../web/app/page.ts';
import { pages } from '../../web/app/routes.tsx';

/** Pages that only lead elsewhere: the club's own dashboard is outside of the portal. */
export const leadElsewhere: readonly string[] = ['/facilitymanager/dashboard'];

/** Every page of the route table that is for people who are logged in; `long-words.test.ts` opens each. */
export const pagesOfUsers: readonly PageDefinition[] = pages.filter(
  (page) => !publicPages.includes(page) && !leadElsewhere.includes(page.path),
);

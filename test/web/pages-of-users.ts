import { publicPages } from '../../web/routes/public-pages.ts';
import type { PageDefinition } from '../../web/app/page.ts';
import { pages } from '../../web/routes/routes.tsx';

/** Pages that only redirect: the facility's own dashboard is outside the portal. */
export const redirectPages: readonly string[] = ['/facilitymanager/dashboard'];

/** All pages for signed-in users; `long-words.test.ts` opens each. */
export const pagesOfUsers: readonly PageDefinition[] = pages.filter(
  (page) => !publicPages.includes(page) && !redirectPages.includes(page.path),
);

import { publicPages } from '../../web/routes/public-pages.ts';
import type { PageDefinition } from '../../web/app/page.ts';
import { pages } from '../../web/routes/routes.tsx';

export const redirectPages: readonly string[] = ['/facilitymanager/dashboard'];

export const pagesOfUsers: readonly PageDefinition[] = pages.filter(
  (page) => !publicPages.includes(page) && !redirectPages.includes(page.path),
);

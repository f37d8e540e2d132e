import type { PageRow } from './page.ts';
import { pages as partners } from './partners/pages.ts';
import { openPages } from './open-pages.ts';
import { pages as facilityManager } from './facility-manager/pages.ts';
import { pages as users } from './users/pages.ts';

/** The one route table: every page of every area. */
export const pages: readonly PageRow[] = [...openPages, ...partners, ...facilityManager, ...users];

import type { PageRow } from './page.ts';
import { pages as guest } from './guest/pages.ts';
import { pages as partners } from './partners/pages.ts';
import { pages as settings } from './settings/pages.ts';
import { pages as site } from './site/pages.ts';

/** The one route table: every page of every area. */
export const pages: readonly PageRow[] = [...site, ...guest, ...partners, ...settings];

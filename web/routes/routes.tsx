import { pages as administrators } from '../administrators/pages.ts';
import { pages as bankFiles } from '../bank-files/pages.ts';
import { pages as ledger } from '../ledger/pages.ts';
import { publicPages } from './public-pages.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as periods } from '../periods/pages.ts';
import { pages as settings } from '../settings/pages.ts';
import { firstAreas, lastAreas } from './user-areas.ts';

/** The route table: all pages of all areas, in navigation order. */
export const pages: readonly PageDefinition[] = [
  ...publicPages,
  ...periods,
  ...firstAreas,
  ...bankFiles,
  ...ledger,
  ...lastAreas,
  ...administrators,
  ...settings,
];

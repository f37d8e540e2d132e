import { pages as administrators } from '../administrators/pages.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as bankFiles } from '../bank-files/pages.ts';
import { pages as ledger } from '../ledger/pages.ts';
import { pages as periods } from '../periods/pages.ts';
import { pages as settings } from '../settings/pages.ts';
import { firstAreas, lastAreas } from './user-areas.ts';

export const areaPages: readonly PageDefinition[] = [
  ...periods,
  ...firstAreas,
  ...bankFiles,
  ...ledger,
  ...lastAreas,
  ...administrators,
  ...settings,
];

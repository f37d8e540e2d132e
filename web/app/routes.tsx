import { pages as administrators } from '../administrators/pages.ts';
import { pages as accounts } from '../accounts/pages.ts';
import { pages as bankFiles } from '../bank-files/pages.ts';
import { pages as employees } from '../employees/pages.ts';
import { pages as enrollment } from '../enrollment/pages.ts';
import { pages as facilities } from '../facilities/pages.ts';
import { pages as facilityManager } from '../facility-manager/pages.ts';
import { pages as files } from '../files/pages.ts';
import { pages as groupMemberships } from '../group-memberships/pages.ts';
import { pages as ledger } from '../ledger/pages.ts';
import { pages as managers } from '../managers/pages.ts';
import { pages as members } from '../members/pages.ts';
import { publicPages } from './public-pages.ts';
import type { PageDefinition } from './page.ts';
import { pages as partners } from '../partners/pages.ts';
import { pages as periods } from '../periods/pages.ts';
import { pages as payments } from '../payments/pages.ts';
import { pages as settings } from '../settings/pages.ts';
import { pages as users } from '../users/pages.ts';
import { pages as visits } from '../visits/pages.ts';
import { pages as vouchers } from '../vouchers/pages.ts';

/** The one route table: every page of every area, in the order of the navigation. */
export const pages: readonly PageDefinition[] = [
  ...publicPages,
  ...periods,
  ...partners,
  ...groupMemberships,
  ...employees,
  ...members,
  ...accounts,
  ...facilities,
  ...enrollment,
  ...files,
  ...bankFiles,
  ...ledger,
  ...visits,
  ...vouchers,
  ...payments,
  ...facilityManager,
  ...managers,
  ...users,
  ...administrators,
  ...settings,
];

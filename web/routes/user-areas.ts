import { pages as accounts } from '../accounts/pages.ts';
import { pages as employees } from '../employees/pages.ts';
import { pages as enrollment } from '../enrollment/pages.ts';
import { pages as facilityAdministration } from '../facilities/admin/pages.ts';
import { pages as facilities } from '../facilities/pages.ts';
import { pages as facilityManager } from '../facilities/manager/pages.ts';
import { pages as files } from '../files/pages.ts';
import { pages as groupMemberships } from '../group-memberships/pages.ts';
import { pages as apiClients } from '../integrations/api-clients/pages.ts';
import { pages as webhooks } from '../integrations/webhooks/pages.ts';
import { pages as managers } from '../managers/pages.ts';
import { pages as members } from '../members/pages.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as partners } from '../partners/pages.ts';
import { pages as payments } from '../payments/pages.ts';
import { pages as privacy } from '../privacy/pages.ts';
import { pages as singleSignOn } from '../single-sign-on/pages.ts';
import { pages as users } from '../users/pages.ts';
import { pages as visits } from '../visits/pages.ts';
import { pages as vouchers } from '../vouchers/pages.ts';

// Areas with pages for members, partner managers, or facility managers, in the two groups of the navigation order.
// Areas for administrators only are in routes.tsx, so that no other user loads their contracts.

export const firstAreas: readonly PageDefinition[] = [
  ...partners,
  ...groupMemberships,
  ...employees,
  ...members,
  ...accounts,
  ...facilityAdministration,
  ...facilities,
  ...enrollment,
  ...files,
];

export const lastAreas: readonly PageDefinition[] = [
  ...visits,
  ...vouchers,
  ...payments,
  ...facilityManager,
  ...apiClients,
  ...webhooks,
  ...singleSignOn,
  ...managers,
  ...users,
  ...privacy,
];

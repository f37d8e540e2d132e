import { visits } from '../../shared/visits/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/visits/import',
    label: 'Import visits',
    reads: visits.importCheckIns,
    load: () => import('./ImportVisitsPage.tsx'),
  },
  {
    path: '/admin/visits/missing',
    label: 'Missing visits',
    reads: visits.missingReports,
    load: () => import('./MissingVisitsPage.tsx'),
  },
  {
    path: '/partnerowner/partners/:partnerId/groupmemberships/visitlog',
    section: 'Group memberships',
    label: 'Visit Log',
    reads: visits.list,
    load: () => import('./PartnerVisitsPage.tsx'),
  },
  {
    path: '/partnermanager/groupmemberships/visitlog',
    section: 'Group memberships',
    label: 'Visit Log',
    reads: visits.list,
    load: () => import('./ManagerVisitsPage.tsx'),
  },
];

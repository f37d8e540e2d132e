import { facilities } from '../../shared/facilities/contract.ts';
import { visits } from '../../shared/visits/contract.ts';
import { vouchers } from '../../shared/vouchers/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/facilitymanager/dashboard',
    label: 'Dashboard',
    load: () => import('./FacilityDashboardPage.tsx'),
  },
  {
    path: '/facilitymanager/members',
    label: 'Members',
    reads: facilities.ownMembers,
    load: () => import('./ClubMembersPage.tsx'),
  },
  {
    path: '/facilitymanager/checkins',
    label: 'Import check-ins',
    reads: visits.importCheckIns,
    load: () => import('../visits/ImportVisitsPage.tsx'),
  },
  {
    path: '/facilitymanager/missingvisits',
    label: 'Missing visits',
    reads: visits.missingReports,
    load: () => import('../visits/MissingVisitsPage.tsx'),
  },
  {
    path: '/facilitymanager/payments',
    label: 'Payments',
    reads: facilities.ownPayments,
    load: () => import('./ClubPaymentsPage.tsx'),
  },
  {
    path: '/facilitymanager/vouchers',
    label: 'Vouchers',
    reads: vouchers.redeem,
    load: () => import('../vouchers/ClubVouchersPage.tsx'),
  },
];

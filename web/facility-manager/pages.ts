import { vouchers } from '../../shared/vouchers/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/facilitymanager/dashboard',
    label: 'Dashboard',
    hidden: true,
    load: () => import('./FacilityDashboardPage.tsx'),
  },
  {
    path: '/facilitymanager/vouchers',
    label: 'Vouchers',
    reads: vouchers.redeem,
    load: () => import('../vouchers/ClubVouchersPage.tsx'),
  },
];

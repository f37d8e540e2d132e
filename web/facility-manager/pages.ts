import type { PageRow } from '../page.ts';

export const pages: readonly PageRow[] = [
  {
    path: '/facilitymanager/dashboard',
    label: 'Dashboard',
    hidden: true,
    load: () => import('./FacilityDashboardPage.tsx'),
  },
];

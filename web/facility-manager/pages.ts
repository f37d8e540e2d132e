import type { PageDefinition } from '../page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/facilitymanager/dashboard',
    label: 'Dashboard',
    hidden: true,
    load: () => import('./FacilityDashboardPage.tsx'),
  },
];

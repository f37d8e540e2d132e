import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/facilitymanager/dashboard',
    label: 'Dashboard',
    hidden: true,
    load: () => import('./FacilityDashboardPage.tsx'),
  },
];

import { facilities } from '../../shared/facilities/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/member/dashboard/facilitylocator',
    label: 'Find Facility',
    reads: facilities.clubLocator,
    load: () => import('./LocatorPage.tsx'),
  },
];

import { facilities } from '../../shared/facilities/contract.ts';
import type { PageRow } from '../page.ts';

export const pages: readonly PageRow[] = [
  {
    path: '/member/dashboard/facilitylocator',
    label: 'Find Facility',
    reads: facilities.clubLocator,
    load: () => import('./LocatorPage.tsx'),
  },
];

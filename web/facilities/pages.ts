import { facilities } from '../../shared/contracts/facilities.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.facilityLocator,
    label: 'Find Facility',
    reads: facilities.clubLocator,
    load: () => import('./LocatorPage.tsx'),
  },
];

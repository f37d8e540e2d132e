import { managers } from '../../shared/contracts/managers.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.managerProfile,
    section: 'Profile',
    label: 'General',
    reads: managers.get,
    load: () => import('./ManagerProfilePage.tsx'),
  },
];

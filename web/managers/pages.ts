import { managers } from '../../shared/managers/contract.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

/** Tab of a partner and its pages. */
export const partnerTabs: readonly PageDefinition[] = [
  {
    path: paths.managers,
    section: 'Partner information',
    label: 'Partner Managers',
    reads: managers.list,
    load: () => import('./ManagersPage.tsx'),
  },
  {
    path: paths.addManager,
    section: 'Partner information',
    label: 'Add New Partner Manager',
    hidden: true,
    reads: managers.list,
    load: () => import('./AddManagerPage.tsx'),
  },
  {
    path: paths.editManager,
    section: 'Partner information',
    label: 'Edit manager',
    hidden: true,
    reads: managers.list,
    load: () => import('./EditManagerPage.tsx'),
  },
];

/** Pages of managers and of emailed links. */
export const pages: readonly PageDefinition[] = [
  {
    path: paths.managerProfile,
    section: 'Profile',
    label: 'General',
    reads: managers.get,
    load: () => import('./ManagerProfilePage.tsx'),
  },
  { path: paths.confirmEmail, label: 'Confirm your email', load: () => import('./ConfirmEmailPage.tsx') },
];

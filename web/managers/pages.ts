import { managers } from '../../shared/managers/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const partnerInfo = '/partnerowner/partners/:partnerId/partnerInfo';

/** The tab of a partner, and the pages that it leads to. */
export const partnerTabs: readonly PageDefinition[] = [
  {
    path: `${partnerInfo}/managers/list`,
    section: 'Partner information',
    label: 'Partner Managers',
    reads: managers.list,
    load: () => import('./ManagersPage.tsx'),
  },
  {
    path: `${partnerInfo}/managers/add`,
    section: 'Partner information',
    label: 'Add New Partner Manager',
    hidden: true,
    reads: managers.list,
    load: () => import('./AddManagerPage.tsx'),
  },
  {
    path: `${partnerInfo}/managers/edit/:managerId`,
    section: 'Partner information',
    label: 'Edit manager',
    hidden: true,
    reads: managers.list,
    load: () => import('./EditManagerPage.tsx'),
  },
];

/** A manager's own pages, and those that an emailed link opens. */
export const pages: readonly PageDefinition[] = [
  {
    path: '/partnermanager/profile/general',
    section: 'Profile',
    label: 'General',
    reads: managers.get,
    load: () => import('./ManagerProfilePage.tsx'),
  },
  {
    path: '/confirmemail/:token',
    label: 'Confirm your email',
    load: () => import('./ConfirmEmailPage.tsx'),
  },
];

import { facilities } from '../../shared/facilities/contract.ts';
import { members } from '../../shared/members/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const club = '/admin/facilities/:facilityId';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/facilities',
    label: 'Facilities',
    reads: facilities.listAll,
    load: () => import('./admin/ClubsPage.tsx'),
  },
  {
    path: '/admin/facilities/import',
    label: 'Import facilities',
    hidden: true,
    reads: facilities.importClubs,
    load: () => import('./admin/ImportClubsPage.tsx'),
  },
  {
    path: `${club}/general`,
    label: 'Facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./admin/ClubGeneralPage.tsx'),
  },
  {
    path: `${club}/bankaccount`,
    label: 'Bank account of a facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./admin/ClubBankAccountPage.tsx'),
  },
  {
    path: `${club}/members`,
    label: 'Members of a facility',
    hidden: true,
    reads: members.list,
    load: () => import('./admin/ClubMembersPage.tsx'),
  },
  {
    path: `${club}/payments`,
    label: 'Payments to a facility',
    hidden: true,
    reads: facilities.paymentsOf,
    load: () => import('./admin/ClubPaymentsPage.tsx'),
  },
  {
    path: `${club}/managers`,
    label: 'Managers of a facility',
    hidden: true,
    reads: facilities.managers,
    load: () => import('./admin/ClubManagersPage.tsx'),
  },
  {
    path: '/member/dashboard/facilitylocator',
    label: 'Find Facility',
    reads: facilities.clubLocator,
    load: () => import('./LocatorPage.tsx'),
  },
];

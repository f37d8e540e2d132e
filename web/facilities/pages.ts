import { facilities } from '../../shared/facilities/contract.ts';
import { members } from '../../shared/members/contract.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.facilities,
    label: 'Facilities',
    reads: facilities.listAll,
    load: () => import('./admin/FacilitiesPage.tsx'),
  },
  {
    path: paths.importFacilities,
    label: 'Import facilities',
    hidden: true,
    reads: facilities.importClubs,
    load: () => import('./admin/ImportFacilitiesPage.tsx'),
  },
  {
    path: paths.plans,
    label: 'Plans',
    hidden: true,
    reads: facilities.allPlans,
    load: () => import('./admin/PlansPage.tsx'),
  },
  {
    path: paths.facility,
    label: 'Facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./admin/FacilityGeneralPage.tsx'),
  },
  {
    path: paths.facilityBankAccount,
    label: 'Bank account of a facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./admin/FacilityBankAccountPage.tsx'),
  },
  {
    path: paths.facilityMembers,
    label: 'Members of a facility',
    hidden: true,
    reads: members.list,
    load: () => import('./admin/FacilityMembersPage.tsx'),
  },
  {
    path: paths.paymentsToFacility,
    label: 'Payments to a facility',
    hidden: true,
    reads: facilities.paymentsOf,
    load: () => import('./admin/FacilityPaymentsPage.tsx'),
  },
  {
    path: paths.facilityManagers,
    label: 'Managers of a facility',
    hidden: true,
    reads: facilities.managers,
    load: () => import('./admin/FacilityManagersPage.tsx'),
  },
  {
    path: paths.facilityLocator,
    label: 'Find Facility',
    reads: facilities.clubLocator,
    load: () => import('./LocatorPage.tsx'),
  },
];

import { facilities } from '../../../shared/contracts/facilities.ts';
import { members } from '../../../shared/contracts/members.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.facilities,
    label: 'Facilities',
    reads: facilities.listAll,
    load: async () => ({ default: (await import('./FacilitiesPages.tsx')).FacilitiesPage }),
  },
  {
    path: paths.addFacility,
    label: 'Add facility',
    hidden: true,
    reads: facilities.add,
    load: async () => ({ default: (await import('./FacilitiesPages.tsx')).AddFacilityPage }),
  },
  {
    path: paths.importFacilities,
    label: 'Import facilities',
    hidden: true,
    reads: facilities.importClubs,
    load: async () => ({ default: (await import('./FacilitiesPages.tsx')).ImportFacilitiesPage }),
  },
  {
    path: paths.plans,
    label: 'Plans',
    reads: facilities.allPlans,
    load: () => import('./PlansPage.tsx'),
  },
  {
    path: paths.facility,
    label: 'Facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./FacilityGeneralPage.tsx'),
  },
  {
    path: paths.facilityBankAccount,
    label: 'Bank account of a facility',
    hidden: true,
    reads: facilities.details,
    load: () => import('./FacilityBankAccountPage.tsx'),
  },
  {
    path: paths.facilityMembers,
    label: 'Members of a facility',
    hidden: true,
    reads: members.list,
    load: () => import('./FacilityMembersPage.tsx'),
  },
  {
    path: paths.paymentsToFacility,
    label: 'Payments to a facility',
    hidden: true,
    reads: facilities.paymentsOf,
    load: () => import('./FacilityPaymentsPage.tsx'),
  },
  {
    path: paths.facilityManagers,
    label: 'Managers of a facility',
    hidden: true,
    reads: facilities.managers,
    load: () => import('./FacilityManagersPage.tsx'),
  },
];

import { employees } from '../../shared/employees/contract.ts';
import { paths, pathTo } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.partnerEmployees,
    section: 'Group memberships',
    label: 'Employee Management',
    reads: employees.keyFobs,
    visible: ({ programExists }) => programExists,
    load: () => import('./PartnerEmployeesPage.tsx'),
  },
  {
    path: paths.managerEmployees,
    section: 'Group memberships',
    label: 'Employee Management',
    reads: employees.keyFobs,
    visible: ({ programExists }) => programExists,
    load: () => import('./ManagerEmployeesPage.tsx'),
  },
  {
    path: paths.partnerRosterChanges,
    section: 'Group memberships',
    label: 'Leavers and full rosters',
    hidden: true,
    reads: employees.rosterChanges,
    visible: ({ programExists }) => programExists,
    load: () => import('./roster-changes/PartnerRosterChangesPage.tsx'),
  },
  {
    path: paths.partnerRosterChange,
    section: 'Group memberships',
    label: 'Roster change',
    hidden: true,
    reads: employees.rosterChange,
    visible: ({ programExists }) => programExists,
    load: () => import('./roster-changes/PartnerRosterChangePage.tsx'),
  },
  {
    path: paths.managerRosterChanges,
    section: 'Group memberships',
    label: 'Leavers and full rosters',
    hidden: true,
    reads: employees.rosterChanges,
    visible: ({ programExists }) => programExists,
    load: () => import('./roster-changes/ManagerRosterChangesPage.tsx'),
  },
  {
    path: paths.managerRosterChange,
    section: 'Group memberships',
    label: 'Roster change',
    hidden: true,
    reads: employees.rosterChange,
    visible: ({ programExists }) => programExists,
    load: () => import('./roster-changes/ManagerRosterChangePage.tsx'),
  },
  {
    path: paths.uploadResults,
    label: 'Upload results',
    hidden: true,
    reads: employees.failedUploads,
    load: () => import('./UploadResultsPage.tsx'),
  },
];

/** Returns the URL of the employees page; administrators without a selected partner select one first. */
export const employeesAddress = (role: string, partnerId: string): string => {
  if (role !== 'systemAdmin') return pathTo('managerEmployees');
  return partnerId === '' ? pathTo('partners') : pathTo('partnerEmployees', { partnerId });
};

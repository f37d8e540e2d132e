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
    path: paths.uploadResults,
    label: 'Upload results',
    hidden: true,
    reads: employees.failedUploads,
    load: () => import('./UploadResultsPage.tsx'),
  },
];

/** Where a partner's employees are managed by the user; an administrator without a partner chooses one first. */
export const employeesAddress = (role: string, partnerId: string): string => {
  if (role !== 'systemAdmin') return pathTo('managerEmployees');
  return partnerId === '' ? pathTo('partners') : pathTo('partnerEmployees', { partnerId });
};

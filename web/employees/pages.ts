import { employees } from '../../shared/employees/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/partnerowner/partners/:partnerId/groupmemberships/employeemanagement',
    section: 'Group memberships',
    label: 'Employee Management',
    reads: employees.keyFobs,
    visible: ({ programExists }) => programExists,
    load: () => import('./PartnerEmployeesPage.tsx'),
  },
  {
    path: '/partnermanager/groupmemberships/employeemanagement',
    section: 'Group memberships',
    label: 'Employee Management',
    reads: employees.keyFobs,
    visible: ({ programExists }) => programExists,
    load: () => import('./ManagerEmployeesPage.tsx'),
  },
  {
    path: '/uploadresults',
    label: 'Upload results',
    hidden: true,
    reads: employees.failedUploads,
    load: () => import('./UploadResultsPage.tsx'),
  },
];

/** Where a partner's employees are managed by the user; an administrator without a partner chooses one first. */
export const employeesAddress = (role: string, partnerId: string): string =>
  role === 'systemAdmin' && partnerId === ''
    ? '/admin/partners/list'
    : role === 'systemAdmin'
      ? `/partnerowner/partners/${encodeURIComponent(partnerId)}/groupmemberships/employeemanagement`
      : '/partnermanager/groupmemberships/employeemanagement';

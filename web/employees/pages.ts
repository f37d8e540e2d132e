import { employees } from '../../shared/contracts/employees.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const management: Omit<PageDefinition, 'path' | 'label'> = {
  reads: employees.keyFobs,
  visible: ({ programExists }) => programExists,
  load: () => import('./EmployeesPage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerEmployees, section: 'Group memberships', label: 'Employee Management', ...management },
  { path: paths.managerEmployees, label: 'Employees', ...management },
  {
    path: paths.uploadResults,
    label: 'Upload results',
    hidden: true,
    reads: employees.failedUploads,
    load: () => import('./UploadResultsPage.tsx'),
  },
];

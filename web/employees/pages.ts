import { employees } from '../../shared/contracts/employees.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const management: Omit<PageDefinition, 'path' | 'label'> = {
  reads: employees.keyFobs,
  visible: ({ programExists }) => programExists,
  load: () => import('./EmployeesPage.tsx'),
};

const hidden: Pick<PageDefinition, 'hidden' | 'visible'> = {
  hidden: true,
  visible: ({ programExists }) => programExists,
};
const signUps: Omit<PageDefinition, 'path'> = {
  ...hidden,
  label: 'Sign-ups',
  reads: employees.signUps,
  load: () => import('./SignUpsPage.tsx'),
};

const imports: Omit<PageDefinition, 'path'> = {
  ...hidden,
  label: 'Imports',
  reads: employees.rosterChanges,
  load: () => import('./roster-changes/RosterChangesPage.tsx'),
};
const importPage: Omit<PageDefinition, 'path'> = {
  ...hidden,
  label: 'Import',
  reads: employees.rosterChange,
  load: () => import('./roster-changes/RosterChangePage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerEmployees, section: 'Group memberships', label: 'Employee Management', ...management },
  { path: paths.managerEmployees, label: 'Employees', ...management },
  { path: paths.partnerSignUps, section: 'Group memberships', ...signUps },
  { path: paths.managerSignUps, ...signUps },
  {
    path: paths.uploadResults,
    label: 'Upload results',
    hidden: true,
    reads: employees.failedUploads,
    load: () => import('./UploadResultsPage.tsx'),
  },
  { path: paths.partnerRosterChanges, section: 'Group memberships', ...imports },
  { path: paths.partnerRosterChange, section: 'Group memberships', ...importPage },
  { path: paths.managerRosterChanges, ...imports },
  { path: paths.managerRosterChange, ...importPage },
];

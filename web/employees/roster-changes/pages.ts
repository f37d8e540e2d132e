import { employees } from '../../../shared/contracts/employees.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

const shared: Pick<PageDefinition, 'section' | 'hidden' | 'visible'> = {
  section: 'Group memberships',
  hidden: true,
  visible: ({ programExists }) => programExists,
};
const list: Omit<PageDefinition, 'path'> = {
  ...shared,
  label: 'Imports',
  reads: employees.rosterChanges,
  load: () => import('./RosterChangesPage.tsx'),
};
const change: Omit<PageDefinition, 'path'> = {
  ...shared,
  label: 'Import',
  reads: employees.rosterChange,
  load: () => import('./RosterChangePage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerRosterChanges, ...list },
  { path: paths.partnerRosterChange, ...change },
  { path: paths.managerRosterChanges, ...list },
  { path: paths.managerRosterChange, ...change },
];

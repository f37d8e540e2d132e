import { employees } from '../../../shared/contracts/employees.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

const shared: Pick<PageDefinition, 'hidden' | 'visible'> = {
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

const section = 'Group memberships';

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerRosterChanges, section, ...list },
  { path: paths.partnerRosterChange, section, ...change },
  { path: paths.managerRosterChanges, ...list },
  { path: paths.managerRosterChange, ...change },
];

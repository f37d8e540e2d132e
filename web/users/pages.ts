import { users } from '../../shared/contracts/users.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const changePassword = {
  section: 'Profile',
  label: 'Change password',
  load: () => import('./ChangePasswordPage.tsx'),
} as const;

const sessions = {
  label: 'Devices',
  reads: users.sessions,
  load: () => import('./SessionsPage.tsx'),
} as const;

const security = {
  label: 'Security',
  reads: users.secondFactor,
  hidden: true,
  load: () => import('./SecurityPage.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.memberPassword, ...changePassword },
  { path: paths.managerPassword, ...changePassword },
  { path: paths.memberSessions, section: 'Profile', ...sessions },
  { path: paths.managerSessions, section: 'Profile', ...sessions },
  { path: paths.adminSessions, ...sessions, hidden: true },
  { path: paths.facilityManagerSessions, ...sessions, hidden: true },
  {
    path: paths.findUser,
    label: 'Find a user',
    hidden: true,
    reads: users.findUser,
    load: () => import('./FindUserPage.tsx'),
  },
  // about the person, not the work: the account menu leads to the one, and that to the other
  { path: paths.security, ...security },
  { path: paths.managerSecurity, ...security },
  { path: paths.memberSecurity, ...security },
  { path: paths.facilityManagerSecurity, ...security },
  { path: paths.adminPassword, ...changePassword, hidden: true },
];

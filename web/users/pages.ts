import { users } from '../../shared/users/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const changePassword = {
  section: 'Profile',
  label: 'Change password',
  load: () => import('./ChangePasswordPage.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
  { path: '/member/profile/changepassword', ...changePassword },
  { path: '/partnermanager/profile/changepassword', ...changePassword },
  // about the person, not the work: the account menu leads to the one, and that to the other
  {
    path: '/admin/profile/security',
    label: 'Security',
    reads: users.secondFactor,
    hidden: true,
    load: () => import('./SecurityPage.tsx'),
  },
  { path: '/admin/profile/changepassword', ...changePassword, hidden: true },
  {
    path: '/userinvitation/:token',
    label: 'Your invitation',
    reads: users.invitation,
    load: () => import('./InvitationPage.tsx'),
  },
];

import { users } from '../../shared/users/contract.ts';
import type { PageRow } from '../page.ts';

const changePassword = {
  section: 'Profile',
  label: 'Change password',
  load: () => import('./ChangePasswordPage.tsx'),
} as const;

export const pages: readonly PageRow[] = [
  { path: '/member/profile/changepassword', ...changePassword },
  { path: '/partnermanager/profile/changepassword', ...changePassword },
  {
    path: '/admin/profile/security',
    label: 'Security',
    reads: users.secondFactor,
    // about the person, not the work: the account menu leads there
    hidden: true,
    load: () => import('./SecurityPage.tsx'),
  },
];

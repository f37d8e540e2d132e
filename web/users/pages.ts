import type { PageRow } from '../page.ts';

const changePassword = {
  section: 'Profile',
  label: 'Change password',
  load: () => import('./ChangePasswordPage.tsx'),
} as const;

export const pages: readonly PageRow[] = [
  { path: '/member/profile/changepassword', ...changePassword },
  { path: '/partnermanager/profile/changepassword', ...changePassword },
];

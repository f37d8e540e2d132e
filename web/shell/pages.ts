import type { PageRow } from '../page.ts';

const hidden = true;

export const pages: readonly PageRow[] = [
  { path: '/sitemap', label: 'Site map', hidden, load: () => import('./SiteMapPage.tsx') },
  { path: '/dashboard', label: 'Dashboard', hidden, load: () => import('./DashboardPage.tsx') },
  {
    path: '/resetpassword',
    label: 'Choose a new password',
    hidden,
    load: () => import('../users/ResetPasswordPage.tsx'),
  },
];

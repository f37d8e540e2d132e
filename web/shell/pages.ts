import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const hidden = true;

export const pages: readonly PageDefinition[] = [
  {
    path: paths.siteMap,
    label: 'Site map',
    description: 'All pages of Wellport that you can open, with the pages about privacy and terms.',
    hidden,
    load: () => import('./SiteMapPage.tsx'),
  },
  { path: paths.dashboard, label: 'Dashboard', hidden, load: () => import('./DashboardPage.tsx') },
  {
    path: paths.resetPassword,
    label: 'Choose a new password',
    description: 'Choose a new password for Wellport with the link or the code from our email.',
    hidden,
    load: () => import('../users/ResetPasswordPage.tsx'),
  },
];

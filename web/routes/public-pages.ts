import { createElement } from 'react';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as guest } from '../site/guest-pages.ts';
import { pages as legal } from '../site/legal/pages.ts';
import { pages as site } from '../site/pages.ts';

const hidden = true;
const visitorPages: readonly PageDefinition[] = [...site, ...guest, ...legal];

async function loadSiteMap() {
  const [{ SiteMap }, { areaPages }] = await Promise.all([
    import('../shell/SiteMap.tsx'),
    import('./area-pages.ts'),
  ]);
  return { default: () => createElement(SiteMap, { pages: [...visitorPages, ...areaPages] }) };
}

export const publicPages: readonly PageDefinition[] = [
  ...visitorPages,
  {
    path: paths.siteMap,
    label: 'Site map',
    description: 'All pages of Wellport that you can open, with the pages about privacy and terms.',
    hidden,
    load: loadSiteMap,
  },
  { path: paths.dashboard, label: 'Dashboard', hidden, load: () => import('../shell/DashboardPage.tsx') },
  {
    path: paths.resetPassword,
    label: 'Choose a new password',
    description: 'Choose a new password for Wellport with the link or the code from our email.',
    hidden,
    load: () => import('../users/ResetPasswordPage.tsx'),
  },
];

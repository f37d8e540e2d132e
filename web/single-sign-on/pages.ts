import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const settings = {
  label: 'Single sign-on',
  reads: singleSignOn.settings,
  load: () => import('./SingleSignOnPage.tsx'),
} as const;
const returned = { isPrivate: true, hidden: true } as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerSingleSignOn, ...settings },
  { path: paths.managerSingleSignOn, ...settings },
  {
    path: paths.companyLogin,
    label: 'Logging in',
    ...returned,
    load: () => import('./CompanyLoginPage.tsx'),
  },
  {
    path: paths.confirmLink,
    label: 'Connect your account',
    ...returned,
    load: async () => ({ default: (await import('./CompanyLoginPage.tsx')).ConfirmLinkPage }),
  },
];

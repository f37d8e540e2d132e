import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const settings = {
  label: 'Single sign-on',
  reads: singleSignOn.settings,
  load: () => import('./SingleSignOnPage.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.partnerSingleSignOn, ...settings },
  { path: paths.managerSingleSignOn, ...settings },
];

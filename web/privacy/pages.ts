import { privacy } from '../../shared/contracts/privacy.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.memberPrivacy,
    section: 'Profile',
    label: 'Privacy',
    reads: privacy.ownCases,
    load: () => import('./OwnPrivacyPage.tsx'),
  },
  {
    path: paths.privacyCases,
    label: 'Privacy requests',
    reads: privacy.cases,
    load: async () => ({ default: (await import('./CasePage.tsx')).CasesPage }),
  },
  {
    path: paths.privacyCase,
    label: 'Privacy request',
    hidden: true,
    reads: privacy.caseDetails,
    load: () => import('./CasePage.tsx'),
  },
];

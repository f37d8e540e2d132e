import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.developers,
    label: 'Developers',
    description:
      'Connect your HR system or club software to Wellport: API clients with tokens and scopes, and signed webhooks, with examples.',
    hidden: true,
    load: () => import('./DevelopersPage.tsx'),
  },
  {
    path: paths.apiReference,
    label: 'API reference',
    description:
      'Every request of the Wellport API for systems of partners and clubs: fields, responses, and errors of the current version.',
    hidden: true,
    load: () => import('./ApiReferencePage.tsx'),
  },
  {
    path: paths.apiChangelog,
    label: 'API changelog',
    description:
      'Dated versions of the Wellport API with their additions and changes, and how deprecated requests are announced.',
    hidden: true,
    load: () => import('./ApiChangelogPage.tsx'),
  },
  {
    path: paths.singleSignOnGuide,
    label: 'Single sign-on guide',
    description:
      'Connect Microsoft Entra ID, Okta, or Google Workspace to Wellport by OpenID Connect or SAML, with every field named.',
    hidden: true,
    load: () => import('./SingleSignOnGuidePage.tsx'),
  },
];

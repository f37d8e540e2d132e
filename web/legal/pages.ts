import type { PageRow } from '../page.ts';
import { agentFormPath } from './paths.ts';
import { documentPage } from './document-page.tsx';

const hidden = true;

export const pages: readonly PageRow[] = [
  {
    path: '/privacy',
    label: 'Privacy Notice',
    hidden,
    load: () => documentPage(import('./privacy/privacy-notice.ts').then((text) => text.privacyNotice)),
  },
  {
    path: '/consumerhealthprivacy',
    label: 'Consumer Health Privacy Notice',
    hidden,
    load: () =>
      documentPage(
        import('./privacy/consumer-health-privacy-notice.ts').then(
          (text) => text.consumerHealthPrivacyNotice,
        ),
      ),
  },
  {
    path: '/privacyarchives/index',
    label: 'Privacy Policy Archive Index',
    hidden,
    load: () => import('./archive/ArchiveIndexPage.tsx'),
  },
  {
    path: '/privacyarchives/privacynotice-2023-08-24',
    label: 'Privacy Policy Archive 2023-08-24',
    hidden,
    load: () =>
      documentPage(import('./archive/privacy-notice-2023-08-24.ts').then((text) => text.privacyNotice2023)),
  },
  {
    path: '/privacyarchives/californiaprivacypolicy-2023-01-10',
    label: 'California Privacy Policy January 10, 2023',
    hidden,
    load: () =>
      documentPage(
        import('./archive/california-privacy-policy-2023-01-10.ts').then(
          (text) => text.californiaPrivacyPolicy2023,
        ),
      ),
  },
  {
    path: '/privacyarchives/privacypolicy-2023-01-10',
    label: 'Privacy Policy January 10, 2023',
    hidden,
    load: () =>
      documentPage(import('./archive/privacy-policy-2023-01-10.ts').then((text) => text.privacyPolicy2023)),
  },
  {
    path: '/dataprivacyrequest',
    label: 'Data Privacy Request',
    hidden,
    load: () => import('./DataPrivacyRequestPage.tsx'),
  },
  {
    path: '/termsofuse',
    label: 'Terms of Use',
    hidden,
    load: () => documentPage(import('./terms/terms-of-use.ts').then((text) => text.termsOfUse)),
  },
  {
    path: '/accessibilityAndMaintenance',
    label: 'Accessibility and Maintenance',
    hidden,
    load: () => documentPage(import('./accessibility.ts').then((text) => text.accessibilityAndMaintenance)),
  },
  {
    path: agentFormPath,
    label: 'Authorized Agent Designation Form',
    hidden,
    load: () => import('./AgentFormPage.tsx'),
  },
  { path: '/healthcheck', label: 'Health check', hidden, load: () => import('./HealthcheckPage.tsx') },
];

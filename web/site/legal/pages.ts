import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';
import { type ComponentType, createElement } from 'react';
import { formOnUse } from '../../prerender/replay-input.ts';
import type { LegalText } from './documents/legal-text.ts';

async function documentPage(loading: Promise<{ default: LegalText }>): Promise<{ default: ComponentType }> {
  const [{ default: text }, { LegalDocument }] = await Promise.all([loading, import('./LegalDocument.tsx')]);
  return { default: () => createElement(LegalDocument, { text }) };
}

async function loadPrivacyRequest(): Promise<{ default: ComponentType }> {
  const [{ DataPrivacyRequestPage }, form] = await Promise.all([
    import('./DataPrivacyRequestPage.tsx'),
    formOnUse(async () => ({ default: (await import('../VisitorForms.tsx')).PrivacyRequestForm })),
  ]);
  return { default: () => createElement(DataPrivacyRequestPage, { form }) };
}

const hidden = true;

export const pages: readonly PageDefinition[] = [
  {
    path: paths.privacy,
    label: 'Privacy Notice',
    description:
      'How Wellport collects, uses, shares and protects information about you, what you may choose, and how you ask.',
    hidden,
    load: () => documentPage(import('./documents/privacy-notice.md')),
  },
  {
    path: paths.consumerHealthPrivacy,
    label: 'Consumer Health Privacy Notice',
    description:
      'Which consumer health data Wellport collects in Washington, from whom, for what, and how you use your rights.',
    hidden,
    load: () => documentPage(import('./documents/consumer-health-privacy-notice.md')),
  },
  {
    path: paths.privacyArchives,
    label: 'Privacy Policy Archive Index',
    description:
      'Earlier versions of the Wellport privacy notices and policies, kept for reference with their dates.',
    hidden,
    load: async () => ({ default: (await import('./AgentFormPage.tsx')).ArchiveIndexPage }),
  },
  {
    path: paths.privacyNotice2023,
    label: 'Privacy Policy Archive 2023-08-24',
    description: 'The Wellport privacy notice as it was in force from August 24, 2023, kept for reference.',
    hidden,
    load: () => documentPage(import('./documents/privacy-notice-2023-08-24.md')),
  },
  {
    path: paths.californiaPrivacyPolicy2023,
    label: 'California Privacy Policy January 10, 2023',
    description:
      'The Wellport privacy policy for California as it was in force from January 10, 2023, kept for reference.',
    hidden,
    load: () => documentPage(import('./documents/california-privacy-policy-2023-01-10.md')),
  },
  {
    path: paths.privacyPolicy2023,
    label: 'Privacy Policy January 10, 2023',
    description: 'The Wellport privacy policy as it was in force from January 10, 2023, kept for reference.',
    hidden,
    load: () => documentPage(import('./documents/privacy-policy-2023-01-10.md')),
  },
  {
    path: paths.dataPrivacyRequest,
    label: 'Data Privacy Request',
    description:
      'See, correct or delete what Wellport knows about you, or tell us to stop using it: online, by mail or by letter.',
    hidden,
    load: loadPrivacyRequest,
  },
  {
    path: paths.termsOfUse,
    label: 'Terms of Use',
    description:
      'The terms under which you use the Wellport site: your account, what is allowed, liability and disputes.',
    hidden,
    load: () => documentPage(import('./documents/terms-of-use.md')),
  },
  {
    path: paths.accessibility,
    label: 'Accessibility and Maintenance',
    description:
      'How Wellport makes its site accessible to everyone, how it is tested, and when it is maintained.',
    hidden,
    load: () => documentPage(import('./documents/accessibility.md')),
  },
  {
    path: paths.agentForm,
    label: 'Authorized Agent Designation Form',
    description:
      'The form with which you let another person or a business make privacy requests to Wellport for you.',
    hidden,
    load: () => import('./AgentFormPage.tsx'),
  },
  {
    path: paths.healthcheck,
    label: 'Health check',
    description: 'Shows monitoring systems that the Wellport site is available.',
    hidden,
    load: () => import('./HealthcheckPage.tsx'),
  },
];

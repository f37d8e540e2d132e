import { createElement, Fragment } from 'react';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';
import { pages as developers } from '../integrations/developers/pages.ts';
import { formOnUse } from '../app/replay-input.ts';
import { pages as guest } from '../site/guest-pages.ts';
import { pages as legal } from '../site/legal/pages.ts';
import { pages as site } from '../site/pages.ts';

const hidden = true;
const visitorPages: readonly PageDefinition[] = [...site, ...guest, ...legal, ...developers];

const loadAreaPages = async () => (await import('./area-pages.ts')).areaPages;

async function loadSiteMap() {
  const { SiteMap } = await import('../shell/SiteMap.tsx');
  return { default: () => createElement(SiteMap, { visitorPages, loadAreaPages }) };
}

async function loadPasswordReset() {
  const [{ PageHeading }, form] = await Promise.all([
    import('../ui/PageTitle.tsx'),
    formOnUse(() => import('../users/ResetPasswordPage.tsx')),
  ]);
  const heading = createElement(PageHeading, {
    title: 'Choose a new password',
    lead: 'Changing it logs you out on every device.',
  });
  return { default: () => createElement(Fragment, undefined, heading, form) };
}

/**
 * Pages of emailed links and sign-up links. Without contracts, so that visitors do not load those of the
 * areas; not prerendered, because they depend on the link.
 */
export const linkPages: readonly PageDefinition[] = [
  {
    path: paths.invitation,
    label: 'Your invitation',
    isPrivate: true,
    load: () => import('../enrollment/InvitationPage.tsx'),
  },
  {
    path: paths.userInvitation,
    label: 'Your invitation',
    isPrivate: true,
    load: () => import('../users/ChoosePassword.tsx'),
  },
  {
    path: paths.signUp,
    label: 'Sign up',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../employees/GuestSignUpPages.tsx')).SignUpPage }),
  },
  {
    path: paths.confirmSignUp,
    label: 'Confirm your sign-up',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../employees/GuestSignUpPages.tsx')).ConfirmSignUpPage }),
  },
  {
    path: paths.stopVisitEmails,
    label: 'Emails about your visits',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../site/EmailedButtonPages.tsx')).StopVisitEmailsPage }),
  },
  {
    path: paths.confirmEmail,
    label: 'Confirm your email',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../site/EmailedButtonPages.tsx')).ConfirmEmailPage }),
  },
  {
    path: paths.confirmPrivacyRequest,
    label: 'Confirm the privacy request',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../site/EmailedButtonPages.tsx')).ConfirmRequestPage }),
  },
  {
    path: paths.companyLogin,
    label: 'Logging in',
    isPrivate: true,
    hidden,
    load: () => import('../single-sign-on/CompanyLoginPage.tsx'),
  },
  {
    path: paths.confirmLink,
    label: 'Connect your account',
    isPrivate: true,
    hidden,
    load: async () => ({ default: (await import('../site/EmailedButtonPages.tsx')).ConfirmLinkPage }),
  },
  {
    path: paths.voucher,
    label: 'Your voucher',
    isPrivate: true,
    load: () => import('../vouchers/RecipientPage.tsx'),
  },
];

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
    load: loadPasswordReset,
  },
];

import { approvals } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const activity: Omit<PageDefinition, 'path'> = {
  label: 'Activity',
  reads: partners.activity,
  load: async () => ({ default: (await import('./PartnerInfoPage.tsx')).ActivityPage }),
};

const accessReview: Omit<PageDefinition, 'path'> = {
  label: 'Access review',
  reads: managers.accessReview,
  load: () => import('../managers/AccessReviewPage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  {
    path: paths.managerDashboard,
    label: 'Home',
    reads: employees.membershipCount,
    load: () => import('./ManagerDashboardPage.tsx'),
  },
  {
    path: paths.managerApprovals,
    label: 'To do',
    reads: approvals.list,
    countsTasks: true,
    load: () => import('../approvals/ApprovalsPage.tsx'),
  },
  { path: paths.partners, label: 'Partners', reads: partners.list, load: () => import('./PartnersPage.tsx') },
  {
    path: paths.addPartner,
    label: 'Add partner',
    hidden: true,
    reads: partners.list,
    load: async () => ({ default: (await import('./PartnersPage.tsx')).AddPartnerPage }),
  },
  {
    path: paths.partnerDashboard,
    label: 'Dashboard',
    reads: partners.get,
    load: () => import('./PartnerDashboardPage.tsx'),
  },
  {
    path: paths.partnerInfo,
    section: 'Partner information',
    label: 'General Info',
    reads: partners.get,
    load: () => import('./PartnerInfoPage.tsx'),
  },
  {
    path: paths.managers,
    section: 'Partner information',
    label: 'Partner Managers',
    reads: managers.list,
    load: () => import('../managers/ManagersPage.tsx'),
  },
  {
    path: paths.addManager,
    section: 'Partner information',
    label: 'Add New Partner Manager',
    hidden: true,
    reads: managers.list,
    load: () => import('../managers/AddManagerPage.tsx'),
  },
  {
    path: paths.editManager,
    section: 'Partner information',
    label: 'Edit manager',
    hidden: true,
    reads: managers.list,
    load: () => import('../managers/EditManagerPage.tsx'),
  },
  { path: paths.partnerAccessReview, section: 'Partner information', ...accessReview },
  {
    path: paths.partnerBanking,
    section: 'Partner information',
    label: 'Banking Info',
    reads: partners.bankingInfo,
    visible: ({ groupMembershipAdded, flags }) => groupMembershipAdded && !flags.gmrAddProgram,
    load: () => import('./BankingInfoPage.tsx'),
  },
  {
    path: paths.partnerBilling,
    section: 'Partner information',
    label: 'Billing Info',
    reads: partners.billingInfo,
    visible: ({ flags }) => flags.gmrAddProgram,
    load: () => import('./BillingInfoPage.tsx'),
  },
  { path: paths.partnerActivity, ...activity },
  { path: paths.managerActivity, ...activity },
  { path: paths.managerAccessReview, ...accessReview },
];

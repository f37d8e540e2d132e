import { employees } from '../../shared/employees/contract.ts';
import { partners } from '../../shared/partners/contract.ts';
import { partnerTabs as managerTabs } from '../managers/pages.ts';
import type { PageDefinition } from '../app/page.ts';

const partner = '/partnerowner/partners/:partnerId';

export const pages: readonly PageDefinition[] = [
  {
    path: '/partnermanager/dashboard',
    label: 'Dashboard',
    reads: employees.membershipCount,
    load: () => import('./ManagerDashboardPage.tsx'),
  },
  {
    path: '/admin/partners/list',
    label: 'Partners',
    reads: partners.list,
    load: () => import('./PartnersPage.tsx'),
  },
  {
    path: '/admin/partners/add',
    label: 'Add partner',
    hidden: true,
    reads: partners.list,
    load: () => import('./AddPartnerPage.tsx'),
  },
  {
    path: `${partner}/dashboard`,
    label: 'Dashboard',
    reads: partners.get,
    load: () => import('./PartnerDashboardPage.tsx'),
  },
  {
    path: `${partner}/partnerInfo/general`,
    section: 'Partner information',
    label: 'General Info',
    reads: partners.get,
    load: () => import('./PartnerInfoPage.tsx'),
  },
  ...managerTabs,
  {
    path: `${partner}/partnerInfo/banking`,
    section: 'Partner information',
    label: 'Banking Info',
    reads: partners.bankingInfo,
    visible: ({ groupMembershipAdded, flags }) => groupMembershipAdded && !flags.gmrAddProgram,
    load: () => import('./BankingInfoPage.tsx'),
  },
  {
    path: `${partner}/partnerInfo/billing`,
    section: 'Partner information',
    label: 'Billing Info',
    reads: partners.billingInfo,
    visible: ({ flags }) => flags.gmrAddProgram,
    load: () => import('./BillingInfoPage.tsx'),
  },
  {
    path: `${partner}/activity`,
    label: 'Activity',
    reads: partners.activity,
    load: () => import('./PartnerActivityPage.tsx'),
  },
  {
    path: '/partnermanager/activity',
    label: 'Activity',
    reads: partners.activity,
    load: () => import('./ManagerActivityPage.tsx'),
  },
];

import { accounts } from '../../shared/accounts/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const section = 'Memberships';

export const pages: readonly PageDefinition[] = [
  {
    path: '/member/account/insurance',
    section,
    label: 'General',
    reads: accounts.insuranceInfo,
    load: () => import('./InsurancePage.tsx'),
  },
  {
    path: '/member/account/billing',
    section,
    label: 'Billing',
    reads: accounts.billingInfo,
    visible: ({ bankingRequired }) => bankingRequired,
    load: () => import('./BillingPage.tsx'),
  },
  {
    path: '/member/account/reimbursement',
    section,
    label: 'Reimbursement',
    reads: accounts.reimbursement,
    visible: ({ reimbursementEnabled }) => reimbursementEnabled,
    load: () => import('./ReimbursementPage.tsx'),
  },
];

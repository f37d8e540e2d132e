import { accounts } from '../../shared/contracts/accounts.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const section = 'Memberships';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.insurance,
    section,
    label: 'General',
    reads: accounts.insuranceInfo,
    visible: ({ activeEnrollments }) => activeEnrollments,
    load: () => import('./InsurancePage.tsx'),
  },
  {
    path: paths.memberBilling,
    section,
    label: 'Billing',
    reads: accounts.billingInfo,
    visible: ({ bankingRequired }) => bankingRequired,
    load: () => import('./BillingPage.tsx'),
  },
  {
    path: paths.reimbursement,
    section,
    label: 'Reimbursement',
    reads: accounts.reimbursement,
    visible: ({ activeEnrollments, reimbursementEnabled }) => activeEnrollments && reimbursementEnabled,
    load: () => import('./ReimbursementPage.tsx'),
  },
];

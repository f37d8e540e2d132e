import { payments } from '../../shared/payments/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const section = 'Wellness program payments';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/wellnessprogrampayments/partnerpayments',
    section,
    label: 'Partner Payments',
    reads: payments.listPartnerPayments,
    load: () => import('./PartnerPaymentsPage.tsx'),
  },
  {
    path: '/admin/wellnessprogrampayments/facilitypayments',
    section,
    label: 'Facility Payments',
    reads: payments.listFacilityPayments,
    load: () => import('./FacilityPaymentsPage.tsx'),
  },
  {
    path: '/admin/wellnessprogrampayments/memberpayments',
    section,
    label: 'Member Payments',
    reads: payments.listMemberPayments,
    visible: ({ flags }) => flags.gmrAddProgram,
    load: () => import('./MemberPaymentsPage.tsx'),
  },
  {
    path: '/partnerowner/partners/:partnerId/groupmemberships/payments',
    section: 'Group memberships',
    label: 'Payments',
    reads: payments.listPaymentsOfPartner,
    visible: ({ programExists }) => programExists,
    load: () => import('./PartnerOwnPaymentsPage.tsx'),
  },
  {
    path: '/partnerowner/partners/:partnerId/groupmemberships/payroll',
    section: 'Group memberships',
    label: 'Payroll',
    reads: payments.payroll,
    visible: ({ programExists }) => programExists,
    load: () => import('./payroll/PartnerPayrollPage.tsx'),
  },
  {
    path: '/partnermanager/groupmemberships/payments',
    section: 'Group memberships',
    label: 'Payments',
    reads: payments.listPaymentsOfPartner,
    visible: ({ programExists }) => programExists,
    load: () => import('./ManagerPaymentsPage.tsx'),
  },
  {
    path: '/partnermanager/groupmemberships/payroll',
    section: 'Group memberships',
    label: 'Payroll',
    reads: payments.payroll,
    visible: ({ programExists }) => programExists,
    load: () => import('./payroll/ManagerPayrollPage.tsx'),
  },
];

import { payments } from '../../shared/payments/contract.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const section = 'Wellness program payments';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.partnerPayments,
    section,
    label: 'Partner Payments',
    reads: payments.listPartnerPayments,
    load: () => import('./PartnerPaymentsPage.tsx'),
  },
  {
    path: paths.facilityPayments,
    section,
    label: 'Facility Payments',
    reads: payments.listFacilityPayments,
    load: () => import('./FacilityPaymentsPage.tsx'),
  },
  {
    path: paths.memberPayments,
    section,
    label: 'Member Payments',
    reads: payments.listMemberPayments,
    visible: ({ flags }) => flags.gmrAddProgram,
    load: () => import('./MemberPaymentsPage.tsx'),
  },
  {
    path: paths.partnerOwnPayments,
    section: 'Group memberships',
    label: 'Payments',
    reads: payments.listPaymentsOfPartner,
    visible: ({ programExists }) => programExists,
    load: () => import('./PartnerOwnPaymentsPage.tsx'),
  },
  {
    path: paths.partnerPayroll,
    section: 'Group memberships',
    label: 'Payroll',
    reads: payments.payroll,
    visible: ({ programExists }) => programExists,
    load: () => import('./payroll/PartnerPayrollPage.tsx'),
  },
  {
    path: paths.managerPayments,
    section: 'Group memberships',
    label: 'Payments',
    reads: payments.listPaymentsOfPartner,
    visible: ({ programExists }) => programExists,
    load: () => import('./ManagerPaymentsPage.tsx'),
  },
  {
    path: paths.managerPayroll,
    section: 'Group memberships',
    label: 'Payroll',
    reads: payments.payroll,
    visible: ({ programExists }) => programExists,
    load: () => import('./payroll/ManagerPayrollPage.tsx'),
  },
];

import { payments } from '../../shared/contracts/payments.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const section = 'Payments';

const ofProgram: Pick<PageDefinition, 'section'> = { section: 'Group memberships' };
const visible: PageDefinition['visible'] = ({ programExists }) => programExists;
const paymentsOfPartner: Omit<PageDefinition, 'path'> = {
  visible,
  label: 'Payments',
  reads: payments.listPaymentsOfPartner,
  load: () => import('./PaymentsOfPartnerPage.tsx'),
};
const costs: Omit<PageDefinition, 'path'> = {
  visible,
  label: 'Costs',
  reads: payments.costs,
  load: () => import('./CostsPage.tsx'),
};
const payroll: Omit<PageDefinition, 'path'> = {
  visible,
  label: 'Payroll',
  reads: payments.payroll,
  load: () => import('./PayrollPage.tsx'),
};

export const pages: readonly PageDefinition[] = [
  {
    path: paths.partnerPayments,
    section,
    label: 'Partner Payments',
    reads: payments.listPartnerPayments,
    load: async () => ({ default: (await import('./PaymentPages.tsx')).PartnerPaymentsPage }),
  },
  {
    path: paths.facilityPayments,
    section,
    label: 'Facility Payments',
    reads: payments.listFacilityPayments,
    load: async () => ({ default: (await import('./PaymentPages.tsx')).FacilityPaymentsPage }),
  },
  {
    path: paths.memberPayments,
    section,
    label: 'Member Payments',
    reads: payments.listMemberPayments,
    visible: ({ flags }) => flags.gmrAddProgram,
    load: async () => ({ default: (await import('./PaymentPages.tsx')).MemberPaymentsPage }),
  },
  { path: paths.partnerOwnPayments, ...ofProgram, ...paymentsOfPartner },
  { path: paths.partnerCosts, ...ofProgram, ...costs },
  { path: paths.partnerPayroll, ...ofProgram, ...payroll },
  { path: paths.managerPayments, ...paymentsOfPartner },
  { path: paths.managerCosts, ...costs },
  { path: paths.managerPayroll, ...payroll },
];

import { approvals } from '../../../shared/contracts/approvals.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

export const pages: readonly PageDefinition[] = [
  { path: paths.facilityDashboard, label: 'Home', load: () => import('./FacilityDashboardPage.tsx') },
  {
    path: paths.clubApprovals,
    label: 'To do',
    reads: approvals.list,
    countsTasks: true,
    load: () => import('../../approvals/ApprovalsPage.tsx'),
  },
  {
    path: paths.ownMembers,
    label: 'Members',
    reads: facilities.ownMembers,
    load: () => import('./FacilityMembersPage.tsx'),
  },
  {
    path: paths.importCheckIns,
    label: 'Check-ins',
    reads: visits.importCheckIns,
    load: () => import('../../visits/ImportVisitsPage.tsx'),
  },
  {
    path: paths.ownPasses,
    label: 'Access passes',
    reads: visits.scanPass,
    visible: ({ flags }) => flags.gmrAddProgram && flags.gmAccessPassFeature,
    load: () => import('../../visits/ScanPassPage.tsx'),
  },
  {
    path: paths.ownMissingVisits,
    label: 'Missing visits',
    reads: visits.missingReports,
    load: () => import('../../visits/MissingVisitsPage.tsx'),
  },
  {
    path: paths.ownPayments,
    label: 'Payments',
    reads: facilities.ownPayments,
    load: async () => ({ default: (await import('./FacilityMembersPage.tsx')).FacilityPaymentsPage }),
  },
  {
    path: paths.ownBankAccount,
    label: 'Bank account',
    reads: facilities.ownBankAccount,
    load: async () => ({
      default: (await import('../admin/FacilityBankAccountPage.tsx')).OwnBankAccountPage,
    }),
  },
  {
    path: paths.ownVouchers,
    label: 'Vouchers',
    reads: vouchers.redeem,
    load: () => import('../../vouchers/FacilityVouchersPage.tsx'),
  },
];

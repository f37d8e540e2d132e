import { enrollment } from '../../shared/enrollment/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const legalContract = {
  label: 'Legal Contract',
  reads: enrollment.legalContract,
  load: () => import('./LegalContractPage.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
  {
    path: '/invitation/:token',
    label: 'Your invitation',
    isPrivate: true,
    reads: enrollment.invitation,
    load: () => import('./InvitationPage.tsx'),
  },
  {
    path: '/member/profile/facilityinformation/:facilityId/facilityenrollment',
    label: 'Facility Enrollment',
    hidden: true,
    reads: enrollment.legalContract,
    load: () => import('./FacilityEnrollmentPage.tsx'),
  },
  { path: '/member/profile/facilityinformation/legalcontract', hidden: true, ...legalContract },
  { path: '/admin/members/:memberId/legalcontract', hidden: true, ...legalContract },
  { path: '/facilitymanager/members/:memberId/legalcontract', hidden: true, ...legalContract },
];

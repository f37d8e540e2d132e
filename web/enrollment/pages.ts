import { enrollment } from '../../shared/contracts/enrollment.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const legalContract = {
  label: 'Legal Contract',
  reads: enrollment.legalContract,
  load: async () => ({ default: (await import('./InvitationPage.tsx')).LegalContractPage }),
} as const;

export const pages: readonly PageDefinition[] = [
  {
    path: paths.invitation,
    label: 'Your invitation',
    isPrivate: true,
    reads: enrollment.invitation,
    load: () => import('./InvitationPage.tsx'),
  },
  {
    path: paths.facilityEnrollment,
    label: 'Facility Enrollment',
    hidden: true,
    reads: enrollment.legalContract,
    load: () => import('./FacilityEnrollmentPage.tsx'),
  },
  { path: paths.ownLegalContract, hidden: true, ...legalContract },
  { path: paths.memberLegalContract, hidden: true, ...legalContract },
  { path: paths.ownMemberLegalContract, hidden: true, ...legalContract },
];

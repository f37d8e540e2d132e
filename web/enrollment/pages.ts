import { enrollment } from '../../shared/contracts/enrollment.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const legalContract = {
  label: 'Legal Contract',
  reads: enrollment.legalContract,
  load: () => import('./EnrolledContract.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
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

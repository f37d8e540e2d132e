import { members } from '../../shared/contracts/members.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.members,
    label: 'Members',
    reads: members.list,
    load: () => import('./admin/MembersPage.tsx'),
  },
  {
    path: paths.memberRequests,
    label: 'Member requests',
    reads: members.requests,
    load: () => import('./RequestsPage.tsx'),
  },
  {
    path: paths.lostKeyFobs,
    label: 'Lost key fobs',
    reads: members.requests,
    visible: ({ programExists }) => programExists,
    load: () => import('./RequestsPage.tsx'),
  },
  {
    path: paths.member,
    label: 'Member',
    hidden: true,
    reads: members.overview,
    load: () => import('./admin/MemberPage.tsx'),
  },
  {
    path: paths.transferResults,
    label: 'Members transfer result',
    hidden: true,
    reads: members.transferResults,
    load: () => import('./admin/TransferResultsPage.tsx'),
  },
  {
    path: paths.memberHome,
    label: 'Home',
    reads: members.facilityInfo,
    load: () => import('./MemberHomePage.tsx'),
  },
  {
    path: paths.memberProfile,
    section: 'Profile',
    label: 'General Info',
    reads: members.generalInfo,
    load: async () => ({ default: (await import('./UsageLogPage.tsx')).GeneralInfoPage }),
  },
  {
    path: paths.facilityInformation,
    section: 'Profile',
    label: 'Facility Information',
    reads: members.facilityInfo,
    load: () => import('./FacilityInformationPage.tsx'),
  },
  {
    path: paths.usageLog,
    section: 'Profile',
    label: 'Visits',
    reads: members.usageLog,
    load: () => import('./UsageLogPage.tsx'),
  },
];

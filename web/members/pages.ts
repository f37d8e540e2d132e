import { members } from '../../shared/members/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/members',
    label: 'Members',
    reads: members.list,
    load: () => import('./admin/MembersPage.tsx'),
  },
  {
    path: '/admin/members/:memberId',
    label: 'Member',
    hidden: true,
    reads: members.overview,
    load: () => import('./admin/MemberPage.tsx'),
  },
  {
    path: '/admin/member/transfers',
    label: 'Members transfer result',
    hidden: true,
    reads: members.transferResults,
    load: () => import('./admin/TransferResultsPage.tsx'),
  },
  {
    path: '/member/dashboard/home',
    label: 'Home',
    reads: members.facilityInfo,
    load: () => import('./MemberHomePage.tsx'),
  },
  {
    path: '/member/profile/general',
    section: 'Profile',
    label: 'General Info',
    reads: members.generalInfo,
    load: () => import('./GeneralInfoPage.tsx'),
  },
  {
    path: '/member/profile/facilityinformation/facilities',
    section: 'Profile',
    label: 'Facility Information',
    reads: members.facilityInfo,
    load: () => import('./FacilityInformationPage.tsx'),
  },
  {
    path: '/member/profile/usagelog',
    section: 'Profile',
    label: 'Visits',
    reads: members.usageLog,
    load: () => import('./UsageLogPage.tsx'),
  },
];

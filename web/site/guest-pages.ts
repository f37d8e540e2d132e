import type { PageDefinition } from '../app/page.ts';

/** What visitors read (spec 1 §2.1). */
export const pages: readonly PageDefinition[] = [
  {
    path: '/guest/home',
    label: 'Home',
    sameAs: '/',
    description:
      'Wellport joins employers, insurers, clubs and members: fitness benefits that people use, with every visit and every dollar accounted for.',
    load: () => import('./GuestHomePage.tsx'),
  },
  {
    path: '/guest/forfacilities',
    label: 'For facilities',
    description:
      'For gyms and other fitness facilities: join the Wellport network once, welcome members of every partner, be paid each month.',
    load: () => import('./ForFacilitiesPage.tsx'),
  },
  {
    path: '/guest/foremployers',
    label: 'For employers',
    description:
      'For employers: a fitness benefit with clubs near your people, a roster you can upload, visits you can see and one invoice a month.',
    load: () => import('./ForEmployersPage.tsx'),
  },
  {
    path: '/guest/forinsurers',
    label: 'For insurers',
    description:
      'For insurers and health plans: fitness reimbursement programs for many groups, with audited visits and bank files that balance.',
    load: () => import('./ForInsurersPage.tsx'),
  },
  {
    path: '/guest/formembers',
    label: 'For members',
    description:
      'For members: find a club near you, enroll on your phone, see your visits and get your fitness reimbursement.',
    load: () => import('./ForMembersPage.tsx'),
  },
  {
    path: '/guest/aboutus',
    label: 'About us',
    description:
      'About Wellport: what we believe about fitness benefits, money that explains itself, and privacy.',
    load: () => import('./AboutUsPage.tsx'),
  },
  {
    path: '/guest/contactus',
    label: 'Contact us',
    description: 'Write to Wellport, or call: sales for employers, insurers and clubs, support for members.',
    load: () => import('./ContactUsPage.tsx'),
  },
  {
    path: '/guest/nominateclub',
    label: 'Nominate a club',
    description: 'Nominate a club for the Wellport network: two short steps, General Info and Club Info.',
    load: () => import('./NominateClubPage.tsx'),
  },
];

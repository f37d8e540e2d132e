import type { ComponentType } from 'react';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';
import { formOnUse } from '../app/replay-input.ts';

async function formPage(
  heading: { title: string; lead: string },
  load: Parameters<typeof formOnUse>[0],
): Promise<{ default: ComponentType }> {
  const [{ besideForm }, form] = await Promise.all([import('./HereToHelp.tsx'), formOnUse(load)]);
  return { default: besideForm(heading, form) };
}

/** Pages for visitors (spec 1 §2.1). */
export const pages: readonly PageDefinition[] = [
  {
    path: paths.guestHome,
    label: 'Home',
    sameAs: '/',
    description:
      'Wellport connects employers, insurers, clubs, and members: fitness benefits that people use, with every visit and every dollar accounted for.',
    load: async () => ({ default: (await import('./GuestHome.tsx')).GuestHome }),
  },
  {
    path: paths.forFacilities,
    label: 'For facilities',
    description:
      'For gyms and other fitness facilities: join the Wellport network once, welcome members of every partner, and get paid each month.',
    load: async () => ({ default: (await import('./AudiencePages.tsx')).ForFacilitiesPage }),
  },
  {
    path: paths.forEmployers,
    label: 'For employers',
    description:
      'For employers: a fitness benefit with clubs near your employees, a roster you can upload, a log of visits, and one invoice per month.',
    load: async () => ({ default: (await import('./AudiencePages.tsx')).ForEmployersPage }),
  },
  {
    path: paths.forInsurers,
    label: 'For insurers',
    description:
      'For insurers and health plans: fitness reimbursement programs for many groups, with audited visits and bank files that balance.',
    load: async () => ({ default: (await import('./AudiencePages.tsx')).ForInsurersPage }),
  },
  {
    path: paths.forMembers,
    label: 'For members',
    description:
      'For members: find a club near you, enroll on your phone, see your visits, and get your fitness reimbursement.',
    load: async () => ({ default: (await import('./AudiencePages.tsx')).ForMembersPage }),
  },
  {
    path: paths.aboutUs,
    label: 'About us',
    description: 'About Wellport: what we believe about fitness benefits, transparent payments, and privacy.',
    load: async () => ({ default: (await import('./AudiencePages.tsx')).AboutUsPage }),
  },
  {
    path: paths.contactUs,
    label: 'Contact us',
    description:
      'Contact Wellport by form or phone: sales for employers, insurers, and clubs, support for members.',
    load: () =>
      formPage(
        { title: 'Contact us', lead: 'Describe your request, and the right team will reply.' },
        async () => ({ default: (await import('./VisitorForms.tsx')).ContactUs }),
      ),
  },
  {
    path: paths.nominateClub,
    label: 'Nominate a club',
    description: 'Nominate a club for the Wellport network in two short steps: General Info and Club Info.',
    load: () =>
      formPage(
        {
          title: 'Nominate a club',
          lead: 'Enter the club that you would like to use. We forward it to our club team.',
        },
        async () => ({ default: (await import('./VisitorForms.tsx')).NominateClub }),
      ),
  },
];

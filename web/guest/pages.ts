import type { PageRow } from '../page.ts';

/** What visitors read (spec 1 §2.1). */
export const pages: readonly PageRow[] = [
  { path: '/guest/home', label: 'Home', load: () => import('./HomePage.tsx') },
  { path: '/guest/forfacilities', label: 'For facilities', load: () => import('./ForFacilitiesPage.tsx') },
  { path: '/guest/foremployers', label: 'For employers', load: () => import('./ForEmployersPage.tsx') },
  { path: '/guest/forinsurers', label: 'For insurers', load: () => import('./ForInsurersPage.tsx') },
  { path: '/guest/formembers', label: 'For members', load: () => import('./ForMembersPage.tsx') },
  { path: '/guest/aboutus', label: 'About us', load: () => import('./AboutUsPage.tsx') },
  { path: '/guest/contactus', label: 'Contact us', load: () => import('./ContactUsPage.tsx') },
  { path: '/guest/nominateclub', label: 'Nominate a club', load: () => import('./NominateClubPage.tsx') },
];

import { NavLink } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import type { LinkName, Links } from '../app/config.ts';
import { useLinks } from '../app/links.ts';
import { publicPages } from '../app/public-pages.ts';
import { useSession } from '../app/session.tsx';
import { Icon } from '../ui/Icon.tsx';

interface MainLink {
  label: string;
  to: string;
  external?: boolean;
}

/** The public navigation, in its order; a page that is not there is not offered. */
const publicLabels: readonly [path: string, label: string][] = [
  [paths.forMembers, 'For members'],
  [paths.forEmployers, 'For employers'],
  [paths.forInsurers, 'For insurers'],
  [paths.forFacilities, 'For facilities'],
  [paths.aboutUs, 'About us'],
  [paths.contactUs, 'Contact us'],
  [paths.nominateClub, 'Nominate a club'],
];

const publicLinks: readonly MainLink[] = publicLabels
  .filter(([wanted]) => publicPages.some(({ path }) => path === wanted))
  .map(([to, label]) => ({ to, label }));

/** Spec 1 §2.4: what is not ours are addresses outside, as far as the deployment names them. */
function adminLinks(links: Links): MainLink[] {
  const outside = (name: LinkName, label: string): MainLink[] => {
    const to = links[name];
    return to ? [{ to, label, external: true }] : [];
  };
  return [
    ...(links.dashboard ? outside('dashboard', 'Dashboard') : [{ to: paths.dashboard, label: 'Dashboard' }]),
    ...outside('facilities', 'Facilities'),
    { to: paths.partnersPart, label: 'Partners' },
    ...outside('users', 'Users'),
    ...outside('plans', 'Plans'),
    { to: paths.settings, label: 'Settings' },
  ];
}

/** A page of a part that the header leads to already: the part's own links leave it out. */
export const isInHeader = (path: string): boolean => path === paths.managerDashboard;

/** What the header leads to, by role; nothing while it is unknown who is there. */
function useMainLinks(): readonly MainLink[] {
  const { role, loading } = useSession();
  const links = useLinks(role === 'systemAdmin');
  if (loading) return [];
  if (role === 'systemAdmin') return adminLinks(links ?? {});
  if (role === 'member') return [{ to: paths.memberPart, label: 'Dashboard' }];
  if (role === 'partnerManager') return [{ to: paths.managerDashboard, label: 'Dashboard' }];
  if (role === 'facilityManager')
    return [
      { to: paths.dashboard, label: 'Dashboard' },
      // the dashboard may lead out of the portal: this stays in reach
      { to: paths.ownVouchers, label: 'Vouchers' },
      ...publicLinks,
    ];
  return publicLinks;
}

/** The header's links, in a row or, in the menu of a small screen, one below the other. */
export const MainLinks = ({ label }: { label: string }) => {
  const links = useMainLinks();
  if (links.length === 0) return null;
  return (
    <nav className="main-links" aria-label={label}>
      {links.map((link) =>
        link.external ? (
          <a key={link.to} href={link.to}>
            {link.label}
            <Icon name="external" size={16} />
          </a>
        ) : (
          <NavLink key={link.to} to={link.to}>
            {link.label}
          </NavLink>
        ),
      )}
    </nav>
  );
};

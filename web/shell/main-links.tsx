import { NavLink } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import type { LinkName, Links } from '../app/config.ts';
import { useLinks } from '../app/links.ts';
import { useSession } from '../app/session.tsx';
import { Icon } from '../ui/Icon.tsx';

interface MainLink {
  label: string;
  to: string;
  external?: boolean;
}

const publicLinks: readonly MainLink[] = [
  { to: paths.forMembers, label: 'For members' },
  { to: paths.forEmployers, label: 'For employers' },
  { to: paths.forInsurers, label: 'For insurers' },
  { to: paths.forFacilities, label: 'For facilities' },
  { to: paths.aboutUs, label: 'About us' },
  { to: paths.contactUs, label: 'Contact us' },
  { to: paths.nominateClub, label: 'Nominate a club' },
];

/** External links, as far as the stage configures them (spec 1 §2.4). */
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

/** Returns whether the header already links to this page, so that its part does not list it. */
export const isInHeader = (path: string): boolean => path === paths.managerDashboard;

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
      // the dashboard may link out of the portal; this page stays available
      { to: paths.ownVouchers, label: 'Vouchers' },
      ...publicLinks,
    ];
  return publicLinks;
}

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

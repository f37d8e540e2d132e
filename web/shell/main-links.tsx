import { NavLink, useLocation } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { homeOf, partOf } from '../app/page.ts';
import type { Role } from '../../shared/roles.ts';
import type { LinkName } from '../app/config.ts';
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

/** The other systems of a deployment, as far as the stage configures them (spec 1 §2.4). */
const outside: Partial<Record<Role, readonly (readonly [LinkName, string])[]>> = {
  systemAdmin: [
    ['dashboard', 'Dashboard'],
    ['facilities', 'Facilities'],
    ['users', 'Users'],
    ['plans', 'Plans'],
  ],
  facilityManager: [['facilityDashboard', 'Dashboard']],
};

function useMainLinks(): readonly MainLink[] {
  const { role, loading } = useSession();
  const { pathname } = useLocation();
  const named = outside[role] ?? [];
  const links = useLinks(named.length > 0) ?? {};
  if (loading) return [];
  if (role === 'member') return [{ to: paths.memberPart, label: 'Dashboard' }];
  // in their own part, the sidebar lists it
  if (role === 'partnerManager')
    return partOf(pathname)?.path === paths.managerPart
      ? []
      : [{ to: paths.managerDashboard, label: 'Dashboard' }];
  const external = named.flatMap(([name, label]) => {
    const to = links[name];
    return to ? [{ to, label, external: true }] : [];
  });
  const own = partOf(homeOf[role]);
  const back = own && !partOf(pathname) ? [{ to: own.path, label: own.name }] : [];
  return [...back, ...external, ...(role === 'systemAdmin' ? [] : publicLinks)];
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

import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { useSheet } from '../ui/use-sheet.ts';
import { type Entry, useEntries } from './Navigation.tsx';
import './member-bar.css';

const home = paths.memberHome;

interface BarItem {
  label: string;
  icon: IconName;
  matches: (entry: Entry) => boolean;
}

const pass: BarItem = { label: 'Pass', icon: 'phone', matches: ({ to }) => to === paths.accessPass };
const defaultItems: readonly BarItem[] = [
  { label: 'Home', icon: 'home', matches: ({ to }) => to === home },
  { label: 'Find', icon: 'pin', matches: ({ to }) => to === paths.facilityLocator },
  { label: 'Visits', icon: 'calendar', matches: ({ to }) => to === paths.usageLog },
  { label: 'Memberships', icon: 'card', matches: ({ page }) => page.section === 'Memberships' },
];

// five items fit on a phone: a member with a pass has found a club
const itemsFor = (entries: readonly Entry[]): readonly BarItem[] =>
  entries.some(pass.matches) ? [pass, ...defaultItems.filter(({ label }) => label !== 'Find')] : defaultItems;

export function MemberBar({ pages }: { pages: readonly PageDefinition[] }) {
  const homePage = pages.find(({ path }) => path === home);
  const entries = useEntries(homePage, pages);
  const items = itemsFor(entries);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const frame = useSheet<HTMLElement>(open, () => setOpenAt(undefined));
  const sheet = useId();
  const rest = entries.filter((entry) => !items.some(({ matches }) => matches(entry)));
  return (
    <nav className="member-bar" aria-label="Pages" ref={frame}>
      {items.map(({ label, icon, matches }) => {
        const own = entries.filter(matches);
        const [first] = own;
        if (!first) return null;
        const isHere = own.some(({ to }) => pathname === to);
        return (
          <NavLink key={label} to={first.to} aria-current={isHere ? 'page' : undefined} data-here={isHere}>
            <Icon name={icon} />
            {label}
          </NavLink>
        );
      })}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={sheet}
        data-here={rest.some(({ to }) => pathname === to)}
        onClick={() => setOpenAt(open ? undefined : pathname)}
      >
        <Icon name="more" />
        More
      </button>
      <ul className="member-bar-sheet" id={sheet} hidden={!open}>
        {rest.map(({ page, to }) => (
          <li key={to}>
            <NavLink to={to}>{page.label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

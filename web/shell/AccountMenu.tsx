import { useId, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { initialsOf } from '../../shared/users/names.ts';
import { pathTo } from '../app/addresses.ts';
import { useLinks } from '../app/links.ts';
import type { Me } from '../app/session-state.ts';
import { useMemberGroup, useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useSheet } from '../ui/use-sheet.ts';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { securityPages, sessionsPages } from './account-pages.ts';

export function AccountMenu({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const frame = useSheet<HTMLDivElement>(open, () => setOpenAt(undefined));
  const sheetId = useId();

  return (
    <div className="account" ref={frame}>
      <button
        type="button"
        className="account-button"
        aria-expanded={open}
        aria-controls={sheetId}
        onClick={() => setOpenAt(open ? undefined : pathname)}
      >
        <span className="initials" aria-hidden>
          {initialsOf(me.fullName)}
        </span>
        <span className="account-name" aria-hidden>
          {me.fullName}
        </span>
        <span className="hidden-text">Account of {me.fullName}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      <div className="account-sheet" id={sheetId} hidden={!open}>
        <div>
          <p className="account-full-name">{me.fullName}</p>
          <p className="quiet">{me.email}</p>
        </div>
        <MemberGroups />
        <NavLink className="account-link" to={pathTo(securityPages[me.role])}>
          Security
        </NavLink>
        <NavLink className="account-link" to={pathTo(sessionsPages[me.role])}>
          Devices
        </NavLink>
        <AppearanceChoice />
        <LogOut />
      </div>
    </div>
  );
}

function MemberGroups() {
  const { group, groups, choose } = useMemberGroup();
  const name = useId();
  if (groups.length < 2) return null;
  return (
    <fieldset className="account-groups">
      <legend>Member group</legend>
      {groups.map((option) => (
        <label key={option.memberIds.join()}>
          <input type="radio" name={name} checked={option === group} onChange={() => choose(option)} />
          <span className="initials initials-small" aria-hidden>
            {option.abbreviatedName}
          </span>
          {option.fullName}
        </label>
      ))}
    </fieldset>
  );
}

function LogOut() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const links = useLinks();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const logOut = async () => {
    setLoggingOut(true);
    await signOut('/');
    await navigate('/');
    if (links?.logout) window.location.assign(links.logout);
  };
  return (
    <Button icon="lock" busy={isLoggingOut} busyLabel="Logging out…" onClick={() => void logOut()}>
      Log out
    </Button>
  );
}

import { useId, useState, lazy, Suspense, useCallback, useEffect } from 'react';
import { NavLink, useLocation, useNavigate, Link, useSearchParams } from 'react-router-dom';
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
import { Logo } from '../ui/Logo.tsx';
import { MainLinks } from './main-links.tsx';
import type { Menu } from './menu.ts';
import './header.css';

function AccountMenu({ me }: { me: Me }) {
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

export function Header({ menu, hasPages }: { menu: Menu; hasPages: boolean }) {
  const { me, role, loading, error } = useSession();
  const hasSearch = role === 'systemAdmin';
  const [isSearching, setIsSearching] = useState(false);
  const openSearch = useCallback(() => setIsSearching(true), []);
  useSearchKey(hasSearch, openSearch);
  return (
    <>
      <header className="shell-header">
        {menu.hasButton && !loading && (hasPages || !menu.wide) && (
          <div className="header-menu">
            <Button
              kind="quiet"
              icon="menu"
              iconOnly
              onClick={menu.toggle}
              aria-expanded={menu.open}
              aria-controls="menu"
            >
              Menu
            </Button>
          </div>
        )}
        {role === 'guest' ? (
          <Link to="/" className="header-logo" aria-label="Wellport home">
            <Logo />
          </Link>
        ) : (
          <span className="header-logo">
            <Logo />
          </span>
        )}
        <div className="header-links" data-in-menu={menu.hasButton}>
          {!menu.hasBar && <MainLinks label="Main" />}
        </div>
        {hasSearch && <SearchButton onClick={openSearch} />}
        {me && <AccountMenu me={me} />}
        {!me && !loading && error === undefined && <LogInButton />}
      </header>
      {hasSearch && isSearching && (
        <Suspense>
          <CommandPalette onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </>
  );
}

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

/** Opens the search by Ctrl K or ⌘K. */
function useSearchKey(isEnabled: boolean, onOpen: () => void): void {
  useEffect(() => {
    if (!isEnabled) return () => {};
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // a dialog that is already open stays the only one
      if (!document.querySelector('dialog[open]')) onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isEnabled, onOpen]);
}

const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="header-search" onClick={onClick}>
    <Icon name="search" size={16} />
    <span>Search</span>
    <kbd aria-hidden>Ctrl K</kbd>
  </button>
);

function LogInButton() {
  const [, setSearch] = useSearchParams();
  const open = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.set('login', 'true');
      return after;
    });
  return (
    <Button kind="primary" onClick={open}>
      Log in
    </Button>
  );
}

import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { MainLinks } from './main-links.tsx';
import type { Menu } from './menu.ts';
import './header.css';

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

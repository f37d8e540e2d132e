import { lazy, Suspense, useEffect, useState } from 'react';
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
  return (
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
      {role === 'systemAdmin' && <Search />}
      {me && <AccountMenu me={me} />}
      {!me && !loading && error === undefined && <LogInButton />}
    </header>
  );
}

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

/** The search of the portal, also opened by Ctrl K or ⌘K. */
function Search() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // a dialog that is already open stays the only one
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="header-search" onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span>Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {open && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

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

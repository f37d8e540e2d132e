import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { usePreference } from '../app/preferences.ts';
import { useSession } from '../app/session.tsx';

const wide = () => window.matchMedia('(min-width: 1366px)');
const onChange = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** The sidebar of a wide screen, which may be put aside, and the menu of a small one, which opens over the page. */
export interface Menu {
  /** Members and partner managers have no menu button in the header (spec 1 §2.4). */
  hasButton: boolean;
  /** Members have a bar at the foot of a small screen, and nothing else that leads around. */
  hasBar: boolean;
  wide: boolean;
  open: boolean;
  toggle: () => void;
  /** True where this menu itself leads to every page of a section: its tabs would say the same again. */
  showsAllOf: (section: string | undefined) => boolean;
}

export function useMenu(): Menu {
  const { role } = useSession();
  const { pathname } = useLocation();
  const [kept, keep] = usePreference('sidebar');
  // the menu of a small screen closes by itself when one goes on to another page
  const [openAt, setOpenAt] = useState<string>();
  const isWide = useSyncExternalStore(
    onChange,
    () => wide().matches,
    // drawn before anybody looks: header.css hides the button where there is room
    () => false,
  );
  const open = isWide ? kept !== 'collapsed' : openAt === pathname;
  const toggle = () => (isWide ? keep(open ? 'collapsed' : 'open') : setOpenAt(open ? undefined : pathname));

  useEffect(() => {
    if (isWide || !open) return () => {};
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      document.querySelector<HTMLElement>('.header-menu button')?.focus();
    };
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [isWide, open]);

  const hasButton = role !== 'member' && role !== 'partnerManager';
  const isMember = role === 'member';
  const hasBar = isMember && !isWide;
  // the bar has one place for all memberships, and the pages of other sections each
  const showsAllOf = (section: string | undefined) => isMember && (hasBar ? section !== 'Memberships' : open);
  return { hasButton, hasBar, wide: isWide, open, toggle, showsAllOf };
}

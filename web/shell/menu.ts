import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { usePreference } from '../app/preferences.ts';
import { partOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';

const wide = () => window.matchMedia('(min-width: 1366px)');
const onChange = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export interface Menu {
  /** Members and partner managers have no menu button in the header (spec 1 §2.4). */
  hasButton: boolean;
  /** Members have only a bottom bar on small screens. */
  hasBar: boolean;
  wide: boolean;
  open: boolean;
  toggle: () => void;
  /** Returns whether this menu lists all pages of a section, so that tabs would repeat them. */
  showsAllOf: (section: string | undefined) => boolean;
}

export function useMenu(): Menu {
  const session = useSession();
  const { pathname } = useLocation();
  // the role that the part of the page requires, so that the layout is the same before and after the session loads
  const role = session.loading ? (partOf(pathname)?.roles[0] ?? session.role) : session.role;
  const [saved, save] = usePreference('sidebar');
  // the path at which the menu was opened: navigation closes it
  const [openAt, setOpenAt] = useState<string>();
  const isWide = useSyncExternalStore(
    onChange,
    () => wide().matches,
    // prerendered as closed: header.css hides the button on wide screens
    () => false,
  );
  const open = isWide ? saved !== 'collapsed' : openAt === pathname;
  const toggle = () => (isWide ? save(open ? 'collapsed' : 'open') : setOpenAt(open ? undefined : pathname));

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
  // the bar has one item for all memberships, but lists the pages of other sections individually
  const showsAllOf = (section: string | undefined) => isMember && (hasBar ? section !== 'Memberships' : open);
  return { hasButton, hasBar, wide: isWide, open, toggle, showsAllOf };
}

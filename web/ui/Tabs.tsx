import { useEffect, useRef, type RefObject } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** Selected only if the address matches exactly. */
  end?: boolean;
}

/** Reserves the height of tabs while they load. */
export const TabsPlaceholder = () => (
  <div className="tabs" aria-hidden>
    <span className="tabs-space" />
  </div>
);

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end}>
          {tab.label}
          {tab.count !== undefined && <span className="count">{tab.count.toLocaleString('en-US')}</span>}
        </NavLink>
      ))}
      <ScrollToChosen key={`${pathname} ${tabs.length}`} nav={nav} />
    </nav>
  );
}

/** Scrolls a bar of links so that the chosen one is visible. */
export function ScrollToChosen({ nav }: { nav: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const bar = nav.current;
    const chosen = bar?.querySelector<HTMLElement>('[aria-current]');
    if (!bar || !chosen) return;
    // scrolls only the tab bar, not the page
    bar.scrollTo({ left: chosen.offsetLeft - bar.offsetLeft - (bar.clientWidth - chosen.offsetWidth) / 2 });
  }, [nav]);
  return null;
}

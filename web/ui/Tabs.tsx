import { NavLink } from 'react-router-dom';

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** Only the exact address counts as chosen. */
  end?: boolean;
}

/** Parts of a screen as links, so that each has its address. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <NavLink key={tab.to} to={tab.to} end={tab.end}>
        {tab.label}
        {tab.count !== undefined && <span className="count">{tab.count.toLocaleString('en-US')}</span>}
      </NavLink>
    ))}
  </nav>
);

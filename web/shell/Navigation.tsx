import { Link, NavLink, useParams } from 'react-router-dom';
import { usePageConditions } from '../app/page-conditions.ts';
import { loadedPages } from '../app/loaded-pages.ts';
import { homeOf, mayOpen, partOf, type PageDefinition, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { isInHeader } from './main-links.tsx';

type Params = Readonly<Record<string, string | undefined>>;

function addressIn(params: Params, path: string): string | undefined {
  const words = path.split('/').map((word) => (word.startsWith(':') ? params[word.slice(1)] : word));
  return words.includes(undefined) ? undefined : words.join('/');
}

export interface Entry {
  page: PageDefinition;
  to: string;
}

export function useEntries(page: PageDefinition | undefined, pages = loadedPages()): Entry[] {
  const { role } = useSession();
  const params = useParams();
  const conditions = usePageConditions();
  const part = page && partOf(page.path);
  if (!part) return [];
  const listed = pages.filter((candidate) => !candidate.hidden && mayOpen(role, candidate));
  // a part without listed pages, such as the upload results, shows the entries of the user's own part
  const own = listed.some((candidate) => partOf(candidate.path) === part) ? part : partOf(homeOf[role]);
  return listed
    .filter((candidate) => partOf(candidate.path) === own)
    .filter((candidate) => {
      const isVisible = visibleWhen(candidate);
      return !isVisible || (conditions !== undefined && isVisible(conditions));
    })
    .flatMap((candidate) => {
      const to = addressIn(params, candidate.path);
      return to ? [{ page: candidate, to }] : [];
    });
}

const hasBelow = (entries: readonly Entry[], to: string): boolean =>
  entries.some((entry) => entry.to.startsWith(`${to}/`));

interface PartPagesProps {
  page: PageDefinition | undefined;
  /** Lists the pages of each section below its name, because there are no tabs. */
  isWhole: boolean;
}

/**
 * The pages of the current part of the site. A section with tabs is one link, so that no page is
 * listed twice.
 */
export function PartPages({ page, isWhole }: PartPagesProps) {
  const entries = useEntries(page);
  if (entries.length < 2) return null;
  return (
    <nav className="part-pages" aria-label="Pages">
      {isWhole ? <WholeSections entries={entries} /> : <SectionLinks entries={entries} page={page} />}
    </nav>
  );
}

function WholeSections({ entries }: { entries: readonly Entry[] }) {
  const sections = Map.groupBy(entries, ({ page: { section } }) => section ?? '');
  return [...sections].map(([section, links]) => (
    <div key={section} className="part-section">
      {section && <h2>{section}</h2>}
      {links.map((entry) => (
        <PageLink key={entry.to} entry={entry} entries={entries} />
      ))}
    </div>
  ));
}

const PageLink = ({ entry: { page, to }, entries }: { entry: Entry; entries: readonly Entry[] }) => (
  <NavLink to={to} end={hasBelow(entries, to)}>
    {page.label}
  </NavLink>
);

function SectionLinks({ entries, page }: { entries: readonly Entry[]; page: PageDefinition | undefined }) {
  const others = entries.filter(({ page: { path } }) => !isInHeader(path));
  const sections = Map.groupBy(others, ({ page: { section, path } }) => section ?? path);
  return (
    <div className="part-section">
      {[...sections].map(([section, [first, ...further]]) => {
        if (!first) return null;
        if (further.length === 0) return <PageLink key={section} entry={first} entries={entries} />;
        const here = page?.path === first.page.path ? 'page' : page?.section === section || undefined;
        return (
          <Link key={section} to={first.to} aria-current={here}>
            {section}
          </Link>
        );
      })}
    </div>
  );
}

export function SectionTabs({ page }: { page: PageDefinition | undefined }) {
  const entries = useEntries(page).filter((entry) => page?.section && entry.page.section === page.section);
  if (!page?.section || page.hidden || entries.length < 2) return null;
  const tabs = entries.map(({ page: { label }, to }) => ({ to, label, end: hasBelow(entries, to) }));
  return <Tabs label={page.section} tabs={tabs} />;
}

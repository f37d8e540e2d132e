import { NavLink, useParams } from 'react-router-dom';
import { usePageConditions } from '../app/page-conditions.ts';
import { knownPages } from '../app/known-pages.ts';
import { homeOf, mayOpen, partOf, type PageDefinition, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { Tabs } from '../ui/Tabs.tsx';

type Params = Readonly<Record<string, string | undefined>>;

/** The page's address with the ids of where we are; undefined when one is missing. */
function addressIn(params: Params, path: string): string | undefined {
  const words = path.split('/').map((word) => (word.startsWith(':') ? params[word.slice(1)] : word));
  return words.includes(undefined) ? undefined : words.join('/');
}

export interface Entry {
  page: PageDefinition;
  to: string;
}

/** What the part of the site that is open offers to this person: no hidden page, and none whose time has not come. */
export function useEntries(page: PageDefinition | undefined, pages = knownPages()): Entry[] {
  const { role } = useSession();
  const params = useParams();
  const facts = usePageConditions();
  const part = page && partOf(page.path);
  if (!part) return [];
  const listed = pages.filter((one) => !one.hidden && mayOpen(role, one));
  // a part that lists no page of its own, such as the upload results, offers those of the user's own part
  const own = listed.some((one) => partOf(one.path) === part) ? part : partOf(homeOf[role]);
  return listed
    .filter((one) => partOf(one.path) === own)
    .filter((one) => {
      const shown = visibleWhen(one);
      return !shown || (facts !== undefined && shown(facts));
    })
    .flatMap((one) => {
      const to = addressIn(params, one.path);
      return to ? [{ page: one, to }] : [];
    });
}

/** True when another page's address is below this one's: then only its own address counts as chosen. */
const hasBelow = (entries: readonly Entry[], to: string): boolean =>
  entries.some((other) => other.to.startsWith(`${to}/`));

/** The pages of the part of the site that is open, by section. */
export function PartPages({ page }: { page: PageDefinition | undefined }) {
  const entries = useEntries(page);
  if (entries.length < 2) return null;
  const sections = Map.groupBy(entries, ({ page: { section } }) => section ?? '');
  return (
    <nav className="part-pages" aria-label="Pages">
      {[...sections].map(([section, links]) => (
        <div key={section} className="part-section">
          {section && <h2>{section}</h2>}
          {links.map(({ page: { label }, to }) => (
            <NavLink key={to} to={to} end={hasBelow(entries, to)}>
              {label}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The other pages of the section that is open. */
export function SectionTabs({ page }: { page: PageDefinition | undefined }) {
  const entries = useEntries(page).filter((entry) => page?.section && entry.page.section === page.section);
  if (!page?.section || page.hidden || entries.length < 2) return null;
  const tabs = entries.map(({ page: { label }, to }) => ({ to, label, end: hasBelow(entries, to) }));
  return <Tabs label={page.section} tabs={tabs} />;
}

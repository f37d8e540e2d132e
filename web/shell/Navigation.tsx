import { Link, useLocation, useParams, NavLink } from 'react-router-dom';
import { approvals } from '../../shared/contracts/approvals.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useEndpoint } from '../app/data.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { loadedPages } from '../app/loaded-pages.ts';
import { homeOf, isVisibleIn, mayOpen, partOf, type PageDefinition, taskOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { ScrollToChosen, Tabs, TabsPlaceholder } from '../ui/Tabs.tsx';
import { useId, useRef, useState } from 'react';
import { paths } from '../app/addresses.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { useSheet } from '../ui/use-sheet.ts';
import './member-bar.css';

type Params = Readonly<Record<string, string | undefined>>;

function addressIn(params: Params, path: string): string | undefined {
  const words = path.split('/').map((word) => (word.startsWith(':') ? params[word.slice(1)] : word));
  return words.includes(undefined) ? undefined : words.join('/');
}

export interface Entry {
  page: PageDefinition;
  to: string;
}

export function useEntries(page: Pick<PageDefinition, 'path'> | undefined, pages = loadedPages()): Entry[] {
  const { role, me } = useSession();
  const params = useParams();
  const conditions = usePageConditions();
  const part = page && partOf(page.path);
  if (!part) return [];
  const listed = pages.filter((candidate) => !candidate.hidden && mayOpen({ role, me }, candidate));
  // a part without listed pages, such as the upload results, shows the entries of the user's own part
  const own = listed.some((candidate) => partOf(candidate.path) === part) ? part : partOf(homeOf[role]);
  const home = role === 'systemAdmin' ? partOf(homeOf[role]) : own;
  return listed
    .filter((candidate) => [own, home].includes(partOf(candidate.path)))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .filter((candidate) => isVisibleIn(conditions, candidate))
    .flatMap((candidate) => {
      const to = addressIn(params, candidate.path);
      return to ? [{ page: candidate, to }] : [];
    });
}

/** A partner's pages come first, then those of the administrators' tasks. */
const orderOf = ({ path }: PageDefinition): number => taskOf(path)?.index ?? -1;

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
  const { pathname } = useLocation();
  const conditions = usePageConditions();
  // the address of a redirect has no page
  const entries = useEntries(page ?? { path: pathname });
  const nav = useRef<HTMLElement>(null);
  if (entries.length < 2) return conditions ? null : <div className="part-pages" />;
  return (
    <nav className="part-pages" aria-label="Pages" ref={nav}>
      {isWhole ? <WholeSections entries={entries} /> : <SectionLinks entries={entries} page={page} />}
      <ScrollToChosen key={`${pathname} ${entries.length}`} nav={nav} />
    </nav>
  );
}

/** The entry with the longest path that leads to the page, so that details highlight their list. */
function useCurrent(entries: readonly Entry[]): string | undefined {
  const { pathname } = useLocation();
  return entries
    .map(({ to }) => to)
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function WholeSections({ entries }: { entries: readonly Entry[] }) {
  const sections = Map.groupBy(entries, ({ page: { section } }) => section ?? '');
  const current = useCurrent(entries);
  return [...sections].map(([section, links]) => (
    <div key={section} className="part-section">
      {section && <h2>{section}</h2>}
      {links.map((entry) => (
        <PageLink key={entry.to} entry={entry} isCurrent={entry.to === current} />
      ))}
    </div>
  ));
}

const PageLink = ({ entry: { page, to }, isCurrent }: { entry: Entry; isCurrent: boolean }) => (
  <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
    {page.label}
    {page.countsTasks && <TaskCount key={to} />}
  </Link>
);

/** The number of tasks that wait for the user, counted again on each page. */
function TaskCount() {
  const { pathname } = useLocation();
  return <LoadedTaskCount key={pathname} />;
}

function LoadedTaskCount() {
  const { data } = useEndpoint(approvals.list, {});
  const count = data?.items.filter(({ waitsFor }) => waitsFor === null).length ?? 0;
  return (
    count > 0 && (
      <span className="task-count">
        {count}
        {data?.hasMore && '+'} <span className="hidden-text">waiting for you</span>
      </span>
    )
  );
}

/** The partner to which the first pages belong. */
function PartnerHeading({ partnerId }: { partnerId: string }) {
  const { data } = useEndpoint(partners.get, { query: { partnerId } });
  return <h2>{data?.name ?? 'Partner'}</h2>;
}

/** Lists the pages by task where there are tasks. */
function SectionLinks({ entries, page }: { entries: readonly Entry[]; page: PageDefinition | undefined }) {
  const current = useCurrent(entries);
  const { partnerId } = useParams();
  const tasks = Map.groupBy(entries, ({ page: { path } }) => taskOf(path)?.name ?? '');
  return [...tasks].map(([task, links]) => (
    <div key={task} className="part-section">
      {task && <h2>{task}</h2>}
      {!task && partnerId !== undefined && <PartnerHeading partnerId={partnerId} />}
      {[...Map.groupBy(links, ({ page: { section, path } }) => section ?? path)].map(
        ([section, [first, ...further]]) => {
          if (!first) return null;
          if (further.length === 0)
            return <PageLink key={section} entry={first} isCurrent={first.to === current} />;
          const here = page?.path === first.page.path ? 'page' : page?.section === section || undefined;
          return (
            <Link key={section} to={first.to} aria-current={here}>
              {section}
            </Link>
          );
        },
      )}
    </div>
  ));
}

export function SectionTabs({ page }: { page: PageDefinition | undefined }) {
  const entries = useEntries(page).filter((entry) => page?.section && entry.page.section === page.section);
  const conditions = usePageConditions();
  if (!page?.section || page.hidden) return null;
  if (!conditions) return <TabsPlaceholder />;
  if (entries.length < 2) return null;
  const tabs = entries.map(({ page: { label }, to }) => ({ to, label, end: hasBelow(entries, to) }));
  return <Tabs label={page.section} tabs={tabs} />;
}

const home = paths.memberHome;

interface BarItem {
  label: string;
  icon: IconName;
  matches: (entry: Entry) => boolean;
}

const pass: BarItem = { label: 'Pass', icon: 'qr', matches: ({ to }) => to === paths.accessPass };
const defaultItems: readonly BarItem[] = [
  { label: 'Home', icon: 'home', matches: ({ to }) => to === home },
  { label: 'Find', icon: 'pin', matches: ({ to }) => to === paths.facilityLocator },
  { label: 'Visits', icon: 'calendar', matches: ({ to }) => to === paths.usageLog },
  { label: 'Memberships', icon: 'card', matches: ({ page }) => page.section === 'Memberships' },
];

// five items fit on a phone: a member with a pass has found a club
const itemsFor = (entries: readonly Entry[]): readonly BarItem[] =>
  entries.some(pass.matches) ? [pass, ...defaultItems.filter(({ label }) => label !== 'Find')] : defaultItems;

export function MemberBar({ pages }: { pages: readonly PageDefinition[] }) {
  const homePage = pages.find(({ path }) => path === home);
  const entries = useEntries(homePage, pages);
  const items = itemsFor(entries);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const frame = useSheet<HTMLElement>(open, () => setOpenAt(undefined));
  const sheet = useId();
  const rest = entries.filter((entry) => !items.some(({ matches }) => matches(entry)));
  return (
    <nav className="member-bar" aria-label="Pages" ref={frame}>
      {items.map(({ label, icon, matches }) => {
        const own = entries.filter(matches);
        const [first] = own;
        if (!first) return null;
        const isHere = own.some(({ to }) => pathname === to);
        return (
          <NavLink key={label} to={first.to} aria-current={isHere ? 'page' : undefined} data-here={isHere}>
            <Icon name={icon} />
            {label}
          </NavLink>
        );
      })}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={sheet}
        data-here={rest.some(({ to }) => pathname === to)}
        onClick={() => setOpenAt(open ? undefined : pathname)}
      >
        <Icon name="more" />
        More
      </button>
      <ul className="member-bar-sheet" id={sheet} hidden={!open}>
        {rest.map(({ page, to }) => (
          <li key={to}>
            <NavLink to={to}>{page.label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { type PageDefinition, partOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { MainLinks } from './main-links.tsx';
import type { Menu } from './menu.ts';
import './sidebar.css';

// imports the pages of all areas, which only signed-in users have
const PartPages = lazy(async () => ({ default: (await import('./Navigation.tsx')).PartPages }));

/** Reserves the space of the pages while they load. */
const PagesPlaceholder = () => <div className="part-pages" />;

/**
 * The sidebar. On wide screens it lists the pages of the area and can be collapsed; on small screens it is the menu that
 * the header's button opens, with the header's links. Users without that button have a button in the sidebar, and see
 * the pages in a row on small screens.
 */
export function Sidebar({ page, menu }: { page: PageDefinition | undefined; menu: Menu }) {
  const { loading, me } = useSession();
  const { pathname } = useLocation();
  const inPart = partOf(page?.path ?? pathname) !== undefined;
  if ((loading && !inPart) || me?.mustSetUpApp || (menu.wide && !inPart)) return null;
  // replaced by the bottom bar
  if (menu.hasBar) return null;
  const asRow = !menu.wide && !menu.hasButton;
  if (asRow && !inPart) return null;
  if (menu.wide && menu.hasButton && !menu.open) return null;
  return (
    <div className="sidebar" id="menu" data-open={asRow || menu.open} data-row={asRow}>
      {menu.wide && !menu.hasButton && (
        <div className="sidebar-toggle">
          <Button
            small
            kind="quiet"
            icon={menu.open ? 'chevron-left' : 'chevron-right'}
            iconOnly
            onClick={menu.toggle}
            aria-expanded={menu.open}
            aria-controls="part-pages"
          >
            {menu.open ? 'Collapse sidebar' : 'Expand sidebar'}
          </Button>
        </div>
      )}
      {loading && <PagesPlaceholder />}
      {!loading && (menu.open || asRow) && (
        <>
          {inPart && (
            <Suspense fallback={<PagesPlaceholder />}>
              <div id="part-pages">
                <PartPages page={page} isWhole={menu.showsAllOf(page?.section)} />
              </div>
            </Suspense>
          )}
          {!menu.wide && !asRow && <MainLinks label="Menu" />}
        </>
      )}
    </div>
  );
}

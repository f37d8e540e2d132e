import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { type PageRow, partOf } from '../page.ts';
import { useSession } from '../session.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MessageBar } from '../ui/MessageBar.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SignIn } from './SignIn.tsx';
import './shell.css';

// These know every page of every area, and stand in the areas of signed-in people only.
const Sidebar = lazy(async () => ({ default: (await import('./Navigation.tsx')).Sidebar }));
const SectionTabs = lazy(async () => ({ default: (await import('./Navigation.tsx')).SectionTabs }));
const SuspendedNotice = lazy(async () => ({
  default: (await import('../members/SuspendedNotice.tsx')).SuspendedNotice,
}));

/** What stands around every page: header, navigation, messages, footer. */
export function Shell() {
  const { loading, role } = useSession();
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as PageRow | undefined;
  // the menu closes by itself when one goes on to another page
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const menuOpen = menuOpenAt === pathname;
  const inPart = page !== undefined && partOf(page.path) !== undefined;

  useEffect(() => {
    document.title = page ? `${page.label} | Wellport` : 'Wellport';
  }, [page]);

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to main content
      </a>
      <Header menuOpen={menuOpen} onMenu={() => setMenuOpenAt(menuOpen ? undefined : pathname)} />
      <div className="shell-body">
        {!loading && inPart && (
          <Suspense>
            <Sidebar page={page} open={menuOpen} />
          </Suspense>
        )}
        <main id="content" tabIndex={-1}>
          {role === 'member' && (
            <Suspense>
              <SuspendedNotice />
            </Suspense>
          )}
          <MessageBar />
          <div className="page">
            {inPart && (
              <Suspense>
                <SectionTabs page={page} />
              </Suspense>
            )}
            <ErrorBoundary resetKey={pathname}>
              {loading ? <SkeletonLines lines={6} /> : <Outlet />}
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <Footer />
      <SignIn />
      <Toasts />
      <ScrollRestoration />
    </div>
  );
}

import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import type { PageRow } from '../page.ts';
import { SuspendedNotice } from '../members/SuspendedNotice.tsx';
import { useSession } from '../session.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MessageBar } from '../ui/MessageBar.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SectionTabs, Sidebar } from './Navigation.tsx';
import { SignInPopup } from './SignInPopup.tsx';
import './shell.css';

/** What stands around every page: header, navigation, messages, footer. */
export function Shell() {
  const { loading, role } = useSession();
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as PageRow | undefined;
  // the menu closes by itself when one goes on to another page
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const menuOpen = menuOpenAt === pathname;

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
        {!loading && <Sidebar page={page} open={menuOpen} />}
        <main id="content" tabIndex={-1}>
          {role === 'member' && <SuspendedNotice />}
          <MessageBar />
          <div className="page">
            <SectionTabs page={page} />
            <ErrorBoundary resetKey={pathname}>
              {loading ? <SkeletonLines lines={6} /> : <Outlet />}
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <Footer />
      <SignInPopup />
      <Toasts />
      <ScrollRestoration />
    </div>
  );
}

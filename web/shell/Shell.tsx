import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { SWRConfig } from 'swr';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { aboveTabs, mayOpen, type PageDefinition, partOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MessageBar } from './MessageBar.tsx';
import { FailedState } from '../ui/states.tsx';
import { Toasts } from './Toasts.tsx';
import { CookieChoices } from './CookieChoices.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { useMenu } from './menu.ts';
import { useHead } from './use-head.ts';
import { Sidebar } from './Sidebar.tsx';
import { StandInTitle } from './StandInTitle.tsx';
import { SignIn } from './SignIn.tsx';
import { StepUp } from './StepUp.tsx';
import './shell.css';

// only for signed-in users, so not in a visitor's download
const SuspendedNotice = lazy(async () => ({
  default: (await import('../members/SuspendedNotice.tsx')).SuspendedNotice,
}));
const Downloads = lazy(async () => ({ default: (await import('./Downloads.tsx')).Downloads }));
const SectionTabs = lazy(async () => ({ default: (await import('./Navigation.tsx')).SectionTabs }));

const emptyCache = { provider: () => new Map() };

/** The layout around every page; remounted with an empty cache for each user. */
export function Shell({ memberBar }: { memberBar?: ReactNode }) {
  const { userGeneration } = useSession();
  return (
    <SWRConfig key={userGeneration} value={emptyCache}>
      <Frame memberBar={memberBar} />
    </SWRConfig>
  );
}

function Frame({ memberBar }: { memberBar: ReactNode }) {
  const { loading, role, signOutPath, endRedirect } = useSession();
  const page = useMatches().at(-1)?.handle as PageDefinition | undefined;
  const menu = useMenu();
  const inPart = page !== undefined && partOf(page.path) !== undefined;
  const title = useHead(page);
  const isPublic = page !== undefined && mayOpen('guest', page);
  useEffect(() => {
    if (signOutPath !== undefined && isPublic) endRedirect();
  }, [signOutPath, isPublic, endRedirect]);

  return (
    <div className="shell" data-bar={menu.hasBar}>
      <a className="skip-link" href="#content">
        Skip to main content
      </a>
      <CookieChoices />
      <Header menu={menu} hasPages={inPart} />
      <div className="shell-body">
        <Sidebar page={page} menu={menu} />
        <main id="content" tabIndex={-1}>
          {role === 'member' && (
            <Suspense>
              <SuspendedNotice />
            </Suspense>
          )}
          <StandInTitle label={page?.label ?? 'Wellport'} />
          <MessageBar />
          {role !== 'guest' && (
            <Suspense>
              <Downloads />
            </Suspense>
          )}
          <PageBody page={page} hasTabs={inPart && !menu.showsAllOf(page.section)} />
        </main>
      </div>
      <Footer />
      {menu.hasBar && !loading && <Suspense>{memberBar}</Suspense>}
      <SignIn />
      <StepUp />
      <Toasts />
      <NewPage title={title} />
      <ScrollRestoration />
    </div>
  );
}

/** The section tabs and the page, or the reason why it is not available. */
function PageBody({ page, hasTabs }: { page: PageDefinition | undefined; hasTabs: boolean }) {
  const { loading, error, retry } = useSession();
  const { pathname } = useLocation();
  return (
    <div className="page">
      <div id={aboveTabs} />
      {hasTabs && page && !loading && (
        <Suspense>
          <SectionTabs page={page} />
        </Suspense>
      )}
      <ErrorBoundary resetKey={pathname}>
        {loading ? (
          <LoadingPage />
        ) : error === undefined ? (
          <Outlet />
        ) : (
          <FailedState error={error} onRetry={retry} />
        )}
      </ErrorBoundary>
    </div>
  );
}

/** Announces a page change to screen readers, and restores the focus if its element was removed. */
function NewPage({ title }: { title: string }) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const hasNavigated = first !== pathname;
  useEffect(() => {
    if (first === pathname || document.activeElement !== document.body) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [first, pathname]);
  return (
    <p className="hidden-text" aria-live="polite">
      {hasNavigated ? title : ''}
    </p>
  );
}

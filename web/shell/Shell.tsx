import { useLayoutEffect, useState, lazy, Suspense, useEffect, type ReactNode } from 'react';
import { subscribeToPageTitle } from '../ui/PageTitle.tsx';
import { consentService, cookieSettings, openCookieSettings, useConsent } from '../app/consent.ts';
import { Button } from '../ui/Button.tsx';
import './cookies.css';
import { NavigationType, useLocation, useNavigationType, Outlet, ScrollRestoration } from 'react-router-dom';
import { isOpenedByAddress } from '../app/history-entry.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { SWRConfig } from 'swr';
import { paths } from '../app/addresses.ts';
import { useCurrentPage } from '../app/loaded-pages.ts';
import { aboveTabs, mayOpen, type PageDefinition, partOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { TabsPlaceholder } from '../ui/Tabs.tsx';
import { ErrorBoundary, FailedState } from '../ui/states.tsx';
import { proofMemory } from '../app/proof-memory.ts';
import { MessageBar } from './MessageBar.tsx';
import { Toasts } from './Toasts.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { useMenu } from './menu.ts';
import { Sidebar } from './Sidebar.tsx';
import { SignIn } from './SignIn.tsx';
import './shell.css';

/** The page's label as h1 for screen readers, while the page itself renders no `PageTitle`. */
function StandInTitle({ label }: { label: string }) {
  const [hasTitle, setHasTitle] = useState(true);
  useLayoutEffect(() => subscribeToPageTitle(setHasTitle), []);
  return hasTitle ? null : (
    <h1 className="hidden-text" data-stand-in>
      {label}
    </h1>
  );
}

const CookiePanel = lazy(() => import('./CookiePanel.tsx'));

function CookieChoices() {
  const consent = useConsent();
  const { role, loading } = useSession();
  const isGuest = role === 'guest' && !loading;
  const [open, setOpen] = useState(false);
  const service = consentService();
  useEffect(() => {
    const show = () => (service.openPanel ? service.openPanel() : setOpen(true));
    window.addEventListener(cookieSettings, show);
    return () => window.removeEventListener(cookieSettings, show);
  }, [service]);
  const isUndecided = !consent && !service.openPanel;
  // also while a stored session loads: a bar would move the page when it becomes a card
  const isCard = isUndecided && !isGuest;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-cookie-card', isCard);
  }, [isCard]);
  return (
    <>
      {isUndecided && (
        <section className="cookie-question" data-corner={isCard} aria-label="Cookies">
          <p>
            {isGuest
              ? 'We store what you need to log in, and your settings for this site. Statistics are off unless you allow them.'
              : 'Statistics are off unless you allow them.'}
          </p>
          <div>
            <Button small onClick={() => service.save({ preferences: false, analytics: false })}>
              Only necessary
            </Button>
            <Button small onClick={() => service.save({ preferences: true, analytics: true })}>
              Allow all
            </Button>
            {isGuest && (
              <Button small kind="quiet" onClick={openCookieSettings}>
                Choose
              </Button>
            )}
          </div>
        </section>
      )}
      {open && (
        <Suspense>
          <CookiePanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Time in which content above an anchor may load. */
const arrivalMs = 5000;
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function anchorOf(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an element at the top while content and fonts load, until the user acts. Returns a function that stops it. */
function arriveAt(anchor: string): () => void {
  let hasFocus = false;
  const arrive = () => {
    const target = document.getElementById(anchor);
    if (!target) return;
    target.scrollIntoView({ behavior: 'instant' });
    if (!hasFocus) target.focus({ preventScroll: true });
    hasFocus = true;
  };
  const sizes = new ResizeObserver(arrive);
  sizes.observe(document.body);
  const content = new MutationObserver(arrive);
  content.observe(document.body, { childList: true, subtree: true });
  const stop = () => {
    sizes.disconnect();
    content.disconnect();
    stopTimer(timer);
    for (const input of inputs) window.removeEventListener(input, stop);
  };
  const timer = startTimer(stop, arrivalMs);
  for (const input of inputs) window.addEventListener(input, stop, { passive: true });
  arrive();
  return stop;
}

/** Scrolls to the element in the address and moves the focus there, so that reading and tabbing continue from it. */
function AnchorArrival() {
  const location = useLocation();
  const navigationType = useNavigationType();
  // after Back and a reload, the router restores the scroll position
  const isRestored = navigationType === NavigationType.Pop && !isOpenedByAddress(location.key);
  useEffect(() => {
    const anchor = anchorOf(location.hash);
    return anchor === undefined || isRestored ? undefined : arriveAt(anchor);
  }, [location, isRestored]);
  return null;
}

// only for signed-in users, so not in a visitor's download
const SuspendedNotice = lazy(async () => ({
  default: (await import('../members/SuspendedNotice.tsx')).SuspendedNotice,
}));
const Downloads = lazy(async () => ({ default: (await import('./Downloads.tsx')).Downloads }));
const SectionTabs = lazy(async () => ({ default: (await import('./Navigation.tsx')).SectionTabs }));

const emptyCache = { provider: () => new Map() };

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
  const { pathname } = useLocation();
  const { page, isLoading } = useCurrentPage();
  const menu = useMenu();
  const inPart = partOf(pathname) !== undefined;
  const title = useHead(page, isLoading);
  const isPublic = page !== undefined && mayOpen({ role: 'guest' }, page);
  useEffect(() => {
    if (signOutPath !== undefined && isPublic) endRedirect();
  }, [signOutPath, isPublic, endRedirect]);

  return (
    <div className="shell" data-bar={menu.hasBar}>
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          // the router knows no entry of a native anchor: neither its scroll position nor the form that it leaves
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to main content
      </a>
      <CookieChoices />
      <Header menu={menu} hasPages={inPart} />
      <div className="shell-body" data-part={inPart}>
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
          <PageBody page={page} hasTabs={inPart && !menu.showsAllOf(page?.section)} />
        </main>
      </div>
      <Footer />
      {menu.hasBar && !loading && <Suspense>{memberBar}</Suspense>}
      <SignIn />
      <StepUp />
      <Toasts />
      <NewPage title={title} />
      <ScrollRestoration />
      <AnchorArrival />
    </div>
  );
}

function PageBody({ page, hasTabs }: { page: PageDefinition | undefined; hasTabs: boolean }) {
  const { loading, error, retry } = useSession();
  const { pathname } = useLocation();
  return (
    <div className="page">
      <div id={aboveTabs} data-banner={partOf(pathname)?.path === paths.partnerPart} />
      {hasTabs && page && !loading && (
        <Suspense fallback={page.section && !page.hidden && <TabsPlaceholder />}>
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
  useEffect(followFocus, []);
  return (
    <p className="hidden-text" aria-live="polite">
      {hasNavigated ? title : ''}
    </p>
  );
}

const pathOf = (element: Element | null): Element[] =>
  element ? [element, ...pathOf(element.parentElement)] : [];

/** Moves the focus to the part of the page around a focused control that was removed or disabled. Returns a cleanup. */
function followFocus(): () => void {
  let path: Element[] = [];
  let timer: ReturnType<typeof startTimer> | undefined;
  const restore = () => {
    const [control, ...parts] = path;
    if (!control || document.activeElement !== document.body) return;
    if (control.isConnected && !control.matches(':disabled')) return;
    path = [];
    const part = parts.find((each) => each.isConnected && each.matches('section, .form-actions, dialog'));
    const target = part instanceof HTMLElement ? part : document.getElementById('content');
    // boxes that scroll are reachable by keyboard already
    if (target?.hasAttribute('tabindex') === false) target.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    stopTimer(timer);
    // a page can move the focus itself
    timer = startTimer(restore, 100);
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('focusin', ({ target }) => (path = pathOf(target as Element)), { signal });
  const leave = ({ target }: Event) => path[0]?.contains(target as Element) || (path = []);
  document.addEventListener('pointerdown', leave, { signal });
  return () => {
    changes.disconnect();
    listeners.abort();
    stopTimer(timer);
  };
}

const StepUpPopup = lazy(() => import('./StepUpPopup.tsx'));

type Resolve = (proof: string | undefined) => void;

/** Opens for a sensitive action that requires a proof (428); the action continues with the proof. */
function StepUp() {
  const [waiting, setWaiting] = useState<{ action: string; resolve: Resolve }>();
  useEffect(
    () => proofMemory.onRequest((action) => new Promise((resolve) => setWaiting({ action, resolve }))),
    [],
  );
  if (!waiting) return null;
  return (
    <Suspense>
      <StepUpPopup
        key={waiting.action}
        action={waiting.action}
        onDone={(proof) => {
          setWaiting(undefined);
          waiting.resolve(proof);
        }}
      />
    </Suspense>
  );
}

function tag(name: 'meta' | 'link', key: 'name' | 'rel', value: string): HTMLElement {
  const existing = document.head.querySelector<HTMLElement>(`${name}[${key}="${value}"]`);
  if (existing) return existing;
  const created = document.createElement(name);
  created.setAttribute(key, value);
  return document.head.appendChild(created);
}

function useHead(page: PageDefinition | undefined, isLoading: boolean): string {
  const { pathname } = useLocation();
  const label = page?.label ?? (isLoading ? undefined : 'Page not found');
  const title = label === undefined ? 'Wellport' : `${label} | Wellport`;
  useEffect(() => {
    document.title = title;
    if (page?.description) tag('meta', 'name', 'description').setAttribute('content', page.description);
    // unknown addresses are not for search engines
    const isIndexed = page && !page.isPrivate;
    tag('meta', 'name', 'robots').setAttribute('content', isIndexed ? 'index, follow' : 'noindex');
    tag('link', 'rel', 'canonical').setAttribute('href', window.location.origin + pathname);
    if (!page?.isPrivate) return undefined;
    // a secret address must not be sent as a referrer
    tag('meta', 'name', 'referrer').setAttribute('content', 'no-referrer');
    tag('link', 'rel', 'canonical').remove();
    return () => tag('meta', 'name', 'referrer').remove();
  }, [title, page, pathname]);
  return title;
}

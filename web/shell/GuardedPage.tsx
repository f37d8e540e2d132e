import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { subjectOf } from '../../shared/managers/manager-access.ts';
import { mayOpen, type PageDefinition, partOf, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { securityPages } from './account-pages.ts';
import { LoadingPage } from './LoadingPage.tsx';

export const notAuthorized =
  'You are not authorized to access the page, please sign in with proper user credentials.';

// loads the contracts of the page conditions, which visitors do not need
const ConditionalPage = lazy(() => import('./ConditionalPage.tsx'));

/**
 * Shows a page to authorized users. Redirects others to the home page with the login popup open (spec 1 §2.3), and users
 * who logged out to a public page.
 */
export function GuardedPage({ page, children }: { page: PageDefinition; children: ReactNode }) {
  const { role, me, signOutPath } = useSession();
  const { pathname, search, hash } = useLocation();
  if (mayOpen({ role, me }, page)) {
    // the server rejects every other request
    if (me?.mustChangePassword && page.path !== paths.managerPassword && partOf(page.path))
      return <Navigate replace to={paths.managerPassword} />;
    const security = me && paths[securityPages[me.role]];
    if (security && me.mustSetUpApp && page.path !== security && partOf(page.path))
      return <Navigate replace to={security} />;
    const isVisible = visibleWhen(page);
    const isReadOnly = me?.access === 'read' && page.reads !== undefined && subjectOf(page.reads) !== 'own';
    const content = isReadOnly ? (
      <>
        <p className="alert alert-info">Your access is read only: changes on this page are refused.</p>
        {children}
      </>
    ) : (
      children
    );
    if (!isVisible) return content;
    return (
      <Suspense fallback={<LoadingPage />}>
        <ConditionalPage label={page.label} isVisible={isVisible}>
          {content}
        </ConditionalPage>
      </Suspense>
    );
  }
  if (signOutPath !== undefined) return <Navigate replace to={signOutPath} />;
  const kept = new URLSearchParams(search);
  // the flag would open the popup again after the log-in
  kept.delete('login');
  const redirectUrl = `${pathname}${kept.size > 0 ? `?${kept.toString()}` : ''}${hash}`;
  const query = new URLSearchParams({ login: 'true', error: notAuthorized, redirectUrl });
  return <Navigate replace to={`/?${query.toString()}`} />;
}

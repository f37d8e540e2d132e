import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { mayOpen, type PageDefinition, partOf, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { LoadingPage } from './LoadingPage.tsx';

export const notAuthorized =
  'You are not authorized to access the page, please sign in with proper user credentials.';

// knows the contracts of the facts, which a visitor does not need
const ShownPage = lazy(() => import('./ConditionalPage.tsx'));

/**
 * Shows a page to those who may open it; everybody else goes home with the sign-in popup open (spec 1 §2.3), and who
 * logged out to a public page.
 */
export function GuardedPage({ page, children }: { page: PageDefinition; children: ReactNode }) {
  const { role, me, leftTo } = useSession();
  const { pathname, search, hash } = useLocation();
  if (mayOpen(role, page)) {
    // every other call would be refused
    if (me?.mustSetUpApp && page.path !== paths.security && partOf(page.path))
      return <Navigate replace to={paths.security} />;
    const shown = visibleWhen(page);
    if (!shown) return children;
    return (
      <Suspense fallback={<LoadingPage />}>
        <ShownPage label={page.label} shown={shown}>
          {children}
        </ShownPage>
      </Suspense>
    );
  }
  if (leftTo !== undefined) return <Navigate replace to={leftTo} />;
  const redirectUrl = pathname + search + hash;
  const query = new URLSearchParams({ login: 'true', error: notAuthorized, redirectUrl });
  return <Navigate replace to={`/?${query.toString()}`} />;
}

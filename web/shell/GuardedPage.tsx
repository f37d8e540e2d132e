import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { mayOpen, type PageRow } from '../page.ts';
import { useSession } from '../session.tsx';
import { SkeletonLines } from '../ui/states.tsx';

const ConditionalPage = lazy(() => import('./ConditionalPage.tsx'));

export const notAuthorized =
  'You are not authorized to access the page, please sign in with proper user credentials.';

/** Shows a page to those who may open it; everybody else goes home with the sign-in popup open (spec 1 §2.3). */
export function GuardedPage({ page, children }: { page: PageRow; children: ReactNode }) {
  const { loading, role } = useSession();
  const { pathname, search } = useLocation();
  if (loading) return <SkeletonLines lines={6} />;
  if (mayOpen(role, page)) {
    if (!page.shown) return children;
    return (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <ConditionalPage page={page}>{children}</ConditionalPage>
      </Suspense>
    );
  }
  const query = new URLSearchParams({ login: 'true', error: notAuthorized, redirectUrl: pathname + search });
  return <Navigate replace to={`/?${query.toString()}`} />;
}

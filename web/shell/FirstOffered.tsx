import { Navigate } from 'react-router-dom';
import { type PageDefinition, mayOpen, visibleWhen } from '../app/page.ts';
import { lazy, Suspense } from 'react';
import { useSession } from '../app/session.tsx';
import { LoadingPage } from './LoadingPage.tsx';

export const ToChild = ({ path, page }: { path: string; page: PageDefinition }) => (
  <Navigate replace to={page.path.slice(path.length + 1)} />
);

interface OfferProps {
  path: string;
  pages: readonly PageDefinition[];
}

// loads the contracts of the page conditions, which visitors do not need
const FirstVisiblePage = lazy(() => import('./FirstVisiblePage.tsx'));

export function FirstOffered({ path, pages }: OfferProps) {
  const session = useSession();
  const open = pages.filter((page) => mayOpen(session, page));
  const offered = [...open.filter(({ hidden }) => !hidden), ...open.filter(({ hidden }) => hidden)];
  const [first = pages[0]] = offered;
  if (!first) return null;
  // for a guest, the page itself requires a login
  if (offered.length === 0 || !visibleWhen(first)) return <ToChild path={path} page={first} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <FirstVisiblePage path={path} pages={offered} />
    </Suspense>
  );
}

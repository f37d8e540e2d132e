import { lazy, Suspense } from 'react';
import { mayOpen, type PageDefinition, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { ToChild } from './ToChild.tsx';

interface OfferProps {
  /** The parent's path, as the route table writes it. */
  path: string;
  /** The pages below it, in the order of the navigation. */
  pages: readonly PageDefinition[];
}

// knows the contracts of the facts, which a visitor does not need
const FirstShown = lazy(() => import('./FirstShown.tsx'));

/**
 * A parent's address: its first page that is offered to this person; one that no list names only where there is no
 * other.
 */
export function FirstOffered({ path, pages }: OfferProps) {
  const { role } = useSession();
  const open = pages.filter((page) => mayOpen(role, page));
  const offered = [...open.filter(({ hidden }) => !hidden), ...open.filter(({ hidden }) => hidden)];
  const [first = pages[0]] = offered;
  if (!first) return null;
  // to a guest the page itself says what it asks for
  if (offered.length === 0 || !visibleWhen(first)) return <ToChild path={path} page={first} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <FirstShown path={path} pages={offered} />
    </Suspense>
  );
}

import { useFacts } from '../facts.ts';
import { type PageRow, shownWhen } from '../page.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { ToChild } from './ToChild.tsx';

/** As `FirstOffered`, where it depends on more than the role. */
export default function FirstShown({ path, pages }: { path: string; pages: readonly PageRow[] }) {
  const facts = useFacts();
  if (!facts) return <LoadingPage />;
  const first = pages.find((page) => shownWhen(page)?.(facts) ?? true);
  return first ? <ToChild path={path} page={first} /> : <NotFoundPage />;
}

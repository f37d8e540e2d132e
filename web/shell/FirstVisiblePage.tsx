import { usePageConditions } from '../app/page-conditions.ts';
import { type PageDefinition, visibleWhen } from '../app/page.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { ToChild } from './FirstOffered.tsx';

export default function FirstVisiblePage({
  path,
  pages,
}: {
  path: string;
  pages: readonly PageDefinition[];
}) {
  const conditions = usePageConditions();
  if (!conditions) return <LoadingPage />;
  const first = pages.find((page) => visibleWhen(page)?.(conditions) ?? true);
  return first ? <ToChild path={path} page={first} /> : <NotFoundPage />;
}

import type { ReactNode } from 'react';
import { type PageConditions, usePageConditions } from '../app/page-conditions.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';

interface ShownPageProps {
  shown: (facts: PageConditions) => boolean;
  children: ReactNode;
}

/** A page that is there only under some circumstances; under others its address leads nowhere. */
export default function ConditionalPage({ shown, children }: ShownPageProps) {
  const facts = usePageConditions();
  if (!facts) return <LoadingPage />;
  return shown(facts) ? children : <NotFoundPage />;
}

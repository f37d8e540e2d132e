import type { ReactNode } from 'react';
import { type Facts, useFacts } from '../facts.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';

interface ShownPageProps {
  shown: (facts: Facts) => boolean;
  children: ReactNode;
}

/** A page that is there only under some circumstances; under others its address leads nowhere. */
export default function ShownPage({ shown, children }: ShownPageProps) {
  const facts = useFacts();
  if (!facts) return <LoadingPage />;
  return shown(facts) ? children : <NotFoundPage />;
}

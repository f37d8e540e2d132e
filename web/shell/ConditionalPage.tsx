import type { ReactNode } from 'react';
import { type PageConditions, usePageConditions } from '../app/page-conditions.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState } from '../ui/states.tsx';
import { LoadingPage } from './LoadingPage.tsx';

interface ConditionalPageProps {
  label: string;
  shown: (facts: PageConditions) => boolean;
  children: ReactNode;
}

/** Shows the page if its condition is true, and the not-found page otherwise. */
export default function ConditionalPage({ label, shown, children }: ConditionalPageProps) {
  const facts = usePageConditions();
  const { error, reload, retrying } = useFeatureFlags();
  if (!facts) return <LoadingPage />;
  if (shown(facts)) return children;
  if (!error) return <NotFoundPage />;
  // the condition is not known yet
  return (
    <>
      <PageHeading title={label} />
      <FailedState error={error} onRetry={reload} retrying={retrying} />
    </>
  );
}

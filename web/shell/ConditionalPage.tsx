import type { ReactNode } from 'react';
import { type PageConditions, usePageConditions } from '../app/page-conditions.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState } from '../ui/states.tsx';
import { LoadingPage } from './LoadingPage.tsx';

interface ConditionalPageProps {
  label: string;
  isVisible: (conditions: PageConditions) => boolean;
  children: ReactNode;
}

/** Shows the page if its condition is true, and the not-found page otherwise. */
export default function ConditionalPage({ label, isVisible, children }: ConditionalPageProps) {
  const conditions = usePageConditions();
  const { error, reload, retrying } = useFeatureFlags();
  if (!conditions) return <LoadingPage />;
  if (isVisible(conditions)) return children;
  if (!error) return <NotFoundPage />;
  // the condition is not known yet
  return (
    <>
      <PageHeading title={label} />
      <FailedState error={error} onRetry={reload} retrying={retrying} />
    </>
  );
}

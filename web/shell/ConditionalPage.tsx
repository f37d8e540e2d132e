import type { ReactNode } from 'react';
import type { PageRow } from '../page.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** A page that is there under conditions only (`shown`); apart, since the conditions are asked from the server. */
export default function ConditionalPage({ page, children }: { page: PageRow; children: ReactNode }) {
  const { flags, loading, error, reload, retrying } = useFeatureFlags();
  if (loading) return <SkeletonLines lines={6} />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  return page.shown?.({ flags }) ? children : <NotFoundPage />;
}

import type { ReactNode } from 'react';
import { type PageConditions, usePageConditions } from '../app/page-conditions.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { LoadingPage } from './LoadingPage.tsx';

interface ConditionalPageProps {
  label: string;
  isVisible: (conditions: PageConditions) => boolean;
  children: ReactNode;
}

/** Replaces a page that belongs to a membership. */
const EndedMembershipPage = ({ label }: { label: string }) => (
  <>
    <PageHeading title={label} />
    <EmptyState
      icon="info"
      title="Your membership has ended"
      text="This page belongs to a membership. Payments to you that are not completed are on the home page."
      action={
        <Link className={buttonClass()} to={pathTo('memberHome')}>
          Go to the home page
        </Link>
      }
    />
  </>
);

/** Shows the page if its condition is true, and the not-found page otherwise. */
export default function ConditionalPage({ label, isVisible, children }: ConditionalPageProps) {
  const conditions = usePageConditions();
  const { role, me } = useSession();
  const { error, reload, retrying } = useFeatureFlags();
  if (!conditions) return <LoadingPage />;
  if (isVisible(conditions)) return children;
  if (!error && role === 'member' && me?.memberGroups.length === 0 && me.formerMemberIds.length > 0)
    return <EndedMembershipPage label={label} />;
  if (!error) return <NotFoundPage />;
  // the condition is not known yet
  return (
    <>
      <PageHeading title={label} />
      <FailedState error={error} onRetry={reload} retrying={retrying} />
    </>
  );
}

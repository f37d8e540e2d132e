import { Fragment } from 'react';
import { members } from '../../shared/contracts/members.ts';
import { useEndpoint } from '../app/data.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { findFacility } from './MemberHomePage.tsx';
import { useMemberIds } from '../app/session.tsx';
import { VisitEmails } from './VisitEmails.tsx';
import { VisitMonth } from './VisitMonth.tsx';
import './visits.css';

/** The visits of each membership, month by month (spec 3 §2, titled Visits). */
export default function UsageLogPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    members.usageLog,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  return (
    <>
      <PageHeading title="Visits" lead="Clubs report your check-ins. At most one visit a day counts." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.facilityUsagesGroups.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="No visits yet"
          text="Your visits appear here once your membership has begun and your club reports them."
          action={findFacility}
        />
      ) : (
        data.facilityUsagesGroups.map((group, index) => (
          <Fragment key={group.memberId}>
            <VisitMonth current={group} index={index} />
            <div className="screen-only">
              <VisitEmails memberId={group.memberId} />
            </div>
          </Fragment>
        ))
      )}
    </>
  );
}

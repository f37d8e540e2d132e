import { Link } from 'react-router-dom';
import { members } from '../../shared/members/contract.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { SignAgain } from '../enrollment/SignAgain.tsx';
import { useMemberIds, useSession } from '../app/session.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { ActiveClubCard } from './ActiveClubCard.tsx';
import { GroupMembershipCard } from './GroupMembershipCard.tsx';
import { ProgressCards } from './ProgressCard.tsx';
import './members.css';

export const findFacility = (
  <Link className={buttonClass('action')} to={pathTo('facilityLocator')}>
    Find Facility
  </Link>
);

export default function MemberHomePage() {
  const { me } = useSession();
  const memberIds = useMemberIds();
  const firstName = me?.fullName.split(' ')[0] ?? '';
  const { data, error, retrying, reload } = useEndpoint(
    members.facilityInfo,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  if (memberIds.length === 0)
    return (
      <PageHeading
        title={`Welcome, ${firstName}`}
        lead="You have no group membership yet. Once your employer or insurer invites you, it appears here."
      />
    );
  return (
    <>
      <PageHeading title={`Welcome, ${firstName}`} lead="Your membership and your club at a glance." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={4} />
      ) : (
        <>
          {data.map(({ memberId }) => (
            <SignAgain key={memberId} memberId={memberId} />
          ))}
          {data.length === 0 && (
            <section className="card enroll-prompt">
              <EmptyState
                icon="pin"
                title="Enroll in Facility"
                text="Choose a club near you, sign the agreement, and start. It takes about three minutes."
                action={findFacility}
              />
            </section>
          )}
          <div className="card-row">
            {data.length > 0 && <ProgressCards memberIds={memberIds} />}
            {data.map((club) => (
              <ActiveClubCard key={club.memberId} club={club} />
            ))}
            {memberIds.map((id) => (
              <GroupMembershipCard key={id} memberId={id} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

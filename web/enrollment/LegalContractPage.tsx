import { Link, useParams } from 'react-router-dom';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { EnrolledContract } from './EnrolledContract.tsx';
import { MembershipPicker, useMembership } from './MembershipPicker.tsx';
import { SignAgain } from './SignAgain.tsx';

export default function LegalContractPage() {
  const { memberId: routeMemberId } = useParams();
  const own = useMembership();
  const memberId = routeMemberId ?? own.memberId;
  const { data, error, retrying, reload } = useEndpoint(
    enrollment.legalContract,
    memberId ? { query: { memberId } } : null,
  );
  if (!memberId) return <EmptyState icon="user" title="You have no membership yet" />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  const picker = routeMemberId === undefined && <MembershipPicker />;
  if (data.facilityId === null)
    return (
      <>
        <PageHeading title="Legal Contract" />
        {picker}
        <EmptyState
          icon="file"
          title="No agreement is signed yet"
          text={`It is signed when ${routeMemberId === undefined ? 'you enroll' : 'the member enrolls'} in a club.`}
          action={
            routeMemberId === undefined && (
              <Link className={buttonClass('primary')} to={pathTo('facilityLocator')}>
                Find Facility
              </Link>
            )
          }
        />
      </>
    );
  return (
    <>
      <EnrolledContract contract={data}>{picker}</EnrolledContract>
      {routeMemberId === undefined && <SignAgain memberId={memberId} />}
    </>
  );
}

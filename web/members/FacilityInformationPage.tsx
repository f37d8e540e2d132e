import { Link } from 'react-router-dom';
import { members } from '../../shared/contracts/members.ts';
import { accessTypes } from '../../shared/members/member.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PhoneText } from '../ui/PhoneText.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import type { EnrolledFacility } from './ActiveClubCard.tsx';
import { useMemberIds } from '../app/session.tsx';
import { findFacility } from './MemberHomePage.tsx';
import { MemberRequests } from './MemberRequests.tsx';
import './members.css';

export default function FacilityInformationPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(members.facilityInfo, { query: { memberIds } });
  return (
    <>
      <PageHeading title="Facility Information" />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState
          icon="pin"
          title="Here you will see an information about the facilities you were registered in."
          action={findFacility}
        />
      ) : (
        data.map((club) => <Enrolled key={club.memberId} club={club} />)
      )}
    </>
  );
}

const Enrolled = ({ club }: { club: EnrolledFacility }) => (
  <Card
    title={club.name}
    footer={
      <p className="card-links">
        <Link to={pathTo('ownLegalContract', {}, { member: club.memberId })}>Member Agreement</Link>
      </p>
    }
  >
    <DescriptionList
      items={[
        ['Address', club.address],
        ['City', club.city],
        ['State', club.state],
        ['Zip', club.zipCode],
        ['Access', club.preferredAccessType === accessTypes.physicalKey ? 'Key fob' : 'Access Pass'],
        ...(club.keyFobNumber ? ([['Key Fob', club.keyFobNumber]] as const) : []),
        ['Contract Number', club.contractNumber],
        ['Enrollment Date', <DateText key="since" date={club.facilityEnrollmentDate} />],
        ['Membership Type', club.membershipType],
        ['Email', club.email],
        ['Contact Number', <PhoneText key="phone" number={club.contactNumber} />],
        ['Plans And Programs', club.memberRelatedPlanAndProgramNames.join(', ')],
      ]}
    />
    <MemberRequests memberId={club.memberId} />
  </Card>
);

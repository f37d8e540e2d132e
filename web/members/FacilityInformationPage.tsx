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
import type { EnrolledFacility } from './ActiveFacilityCard.tsx';
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
        data.map((facility) => <Enrolled key={facility.memberId} facility={facility} />)
      )}
    </>
  );
}

const Enrolled = ({ facility }: { facility: EnrolledFacility }) => (
  <Card
    title={facility.name}
    footer={
      <p className="card-links">
        <Link to={pathTo('ownLegalContract', {}, { member: facility.memberId })}>Member Agreement</Link>
      </p>
    }
  >
    <DescriptionList
      items={[
        ['Address', facility.address],
        ['City', facility.city],
        ['State', facility.state],
        ['Zip', facility.zipCode],
        ['Access', facility.preferredAccessType === accessTypes.physicalKey ? 'Key fob' : 'Access Pass'],
        ...(facility.keyFobNumber ? ([['Key Fob', facility.keyFobNumber]] as const) : []),
        ['Contract Number', facility.contractNumber],
        ['Enrollment Date', <DateText key="since" date={facility.facilityEnrollmentDate} />],
        ['Membership Type', facility.membershipType],
        ['Email', facility.email],
        ['Contact Number', <PhoneText key="phone" number={facility.contactNumber} />],
        ['Plans And Programs', facility.memberRelatedPlanAndProgramNames.join(', ')],
      ]}
    />
    <MemberRequests memberId={facility.memberId} />
  </Card>
);

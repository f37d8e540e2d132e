import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { pathTo } from '../../app/addresses.ts';
import { useEndpoint } from '../../app/data.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { PageHeading, PageTitle } from '../../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FacilityStatusBadge } from './FacilityStatusBadge.tsx';
import { members } from '../../../shared/contracts/members.ts';
import { MemberStatusBadge, memberTone } from '../../members/admin/MemberStatusBadge.tsx';
import { ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { accessTypes } from '../../../shared/members/member.ts';

export type FacilityDetails = ResponseOf<typeof facilities.details>;

export function FacilityFrame({
  children,
}: {
  children: (details: FacilityDetails, reload: () => Promise<FacilityDetails | undefined>) => ReactNode;
}) {
  const { facilityId = '' } = useParams();
  const { data, error, reload, retrying, mutate } = useEndpoint(facilities.details, {
    params: { facilityId },
  });
  if (error)
    return (
      <>
        <PageTitle className="hidden-text">Facility</PageTitle>
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      </>
    );
  if (!data)
    return (
      <>
        <PageTitle className="hidden-text">Loading the facility</PageTitle>
        <SkeletonLines lines={6} />
      </>
    );
  const { club, memberCount } = data;
  return (
    <>
      <p className="back-link">
        <Link className={buttonClass('quiet')} to={pathTo('facilities')}>
          Back to facilities
        </Link>
      </p>
      <PageHeading
        title={club.name}
        lead={`Facility ID ${club.facilityNumber}, ${club.city}, ${club.state}`}
        actions={<FacilityStatusBadge {...club} />}
      />
      <Tabs
        label="Facility"
        tabs={[
          { to: pathTo('facility', { facilityId }), label: 'General' },
          { to: pathTo('facilityBankAccount', { facilityId }), label: 'Bank account' },
          { to: pathTo('facilityMembers', { facilityId }), label: 'Members', count: memberCount },
          { to: pathTo('paymentsToFacility', { facilityId }), label: 'Payments' },
          { to: pathTo('facilityManagers', { facilityId }), label: 'Managers' },
        ]}
      />
      {children(data, () => mutate())}
    </>
  );
}

const columns: readonly ListColumn<typeof members.list>[] = [
  {
    key: 'memberFirstName',
    title: 'Employee Name',
    width: '30%',
    render: ({ memberId, memberFirstName, memberLastName }) => (
      <Link to={pathTo('member', { memberId })}>
        {memberFirstName} {memberLastName}
      </Link>
    ),
  },
  {
    key: 'memberStatus',
    title: 'Status',
    wrap: true,
    width: '28%',
    render: (row) => <MemberStatusBadge {...row} />,
  },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    width: '21%',
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === accessTypes.digitalKey ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', width: '21%' },
];

export default function FacilityMembersPage() {
  return <FacilityFrame>{({ club }) => <MembersOfFacility facilityId={club.id} />}</FacilityFrame>;
}

const MembersOfFacility = ({ facilityId }: { facilityId: string }) => (
  <ListPage
    endpoint={members.list}
    request={{ query: { facilityId } }}
    caption="Members of this facility"
    columns={columns}
    rowKey={({ memberId }) => memberId}
    table={{ rowTone: memberTone }}
    above={
      <p>
        <Link className={buttonClass()} to={pathTo('members', {}, { facilityID: facilityId })}>
          Search and transfer these members
        </Link>
      </p>
    }
    empty={{ icon: 'user', title: 'No members yet', text: 'Members appear here once they enroll.' }}
  />
);

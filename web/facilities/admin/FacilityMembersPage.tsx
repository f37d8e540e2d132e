import { Link } from 'react-router-dom';
import { members } from '../../../shared/contracts/members.ts';
import { pathTo } from '../../app/addresses.ts';
import { MemberStatusBadge, memberTone } from '../../members/admin/MemberStatusBadge.tsx';
import { ListPage } from '../../app/ListPage.tsx';
import type { ListColumn } from '../../app/list-address.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { FacilityFrame } from './FacilityFrame.tsx';
import { accessTypes } from '../../../shared/members/member.ts';

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

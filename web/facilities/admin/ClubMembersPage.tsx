import { Link } from 'react-router-dom';
import { members } from '../../../shared/members/contract.ts';
import type { MemberRow } from '../../../shared/members/member-row.ts';
import { pathTo } from '../../app/addresses.ts';
import { useList } from '../../app/data.ts';
import { MemberStatusBadge } from '../../members/admin/MemberStatusBadge.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/table-column.tsx';
import { ClubFrame } from './ClubFrame.tsx';

const columns: readonly Column<MemberRow>[] = [
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
      preferredAccessType === 1 ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', width: '21%' },
];

export default function ClubMembersPage() {
  return <ClubFrame>{({ club }) => <MembersOfClub facilityId={club.id} />}</ClubFrame>;
}

function MembersOfClub({ facilityId }: { facilityId: string }) {
  const list = useList(members.list, { query: { facilityId } });
  return (
    <>
      <p>
        <Link className={buttonClass()} to={pathTo('members', {}, { facilityID: facilityId })}>
          Search and transfer these members
        </Link>
      </p>
      <Table
        {...list}
        caption="Members of this facility"
        captionHidden
        columns={columns}
        rowKey={({ memberId }) => memberId}
        empty={<EmptyState icon="user" title="No members yet" text="Members appear here once they enroll." />}
      />
    </>
  );
}

import { facilities } from '../../../shared/contracts/facilities.ts';
import { FacilityPayments } from '../FacilityPayments.tsx';
import { Link } from 'react-router-dom';
import { memberStatuses } from '../../../shared/members/member-row.ts';
import { pathTo } from '../../app/addresses.ts';
import { ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { accessTypes } from '../../../shared/members/member.ts';

export function FacilityPaymentsPage() {
  return (
    <FacilityPayments
      endpoint={facilities.ownPayments}
      request={{}}
      title="Payments to your club"
      lead="Six months per page, latest first."
      caption="Payments to your club"
    />
  );
}

const colors = { 0: 'green', 1: 'yellow', 2: 'beet' } as const;

const columns: readonly ListColumn<typeof facilities.ownMembers>[] = [
  {
    key: 'memberFirstName',
    title: 'Member',
    width: '31%',
    render: ({ memberId, memberFirstName, memberLastName }) => (
      <Link to={pathTo('ownMemberLegalContract', { memberId })}>
        {memberFirstName} {memberLastName}
      </Link>
    ),
  },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    width: '23%',
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === accessTypes.digitalKey ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  {
    key: 'memberStatus',
    title: 'Status',
    width: '23%',
    render: ({ memberStatus }) => (
      <StatusBadge color={colors[memberStatus]} label={memberStatuses[memberStatus].name} />
    ),
  },
  { key: 'visitsThisMonth', title: 'Visits this month', kind: 'number', width: '23%' },
];

export default function FacilityMembersPage() {
  return (
    <ListPage
      endpoint={facilities.ownMembers}
      request={{}}
      title="Members of your club"
      lead="All members who are enrolled at your club. Select a member to see the legal contract."
      columns={columns}
      rowKey={({ memberId }) => memberId}
      search={{ label: 'Name, email, or key fob', wordsOnly: true }}
      empty={{
        icon: 'user',
        title: 'No members yet',
        text: 'Members appear here once they enroll at your club.',
        searched: { title: 'No matches', text: 'Members appear here once they enroll at your club.' },
      }}
    />
  );
}

import type { ResponseOf } from '../../shared/endpoint.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { memberStatuses } from '../../shared/members/member-row.ts';
import { canBeFound, cannotBeFound } from '../../shared/search.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

type Row = ResponseOf<typeof facilities.ownMembers>['items'][number];

const colors = { 0: 'green', 1: 'yellow', 2: 'beet' } as const;

const columns: readonly Column<Row>[] = [
  {
    key: 'memberFirstName',
    title: 'Member',
    width: '31%',
    render: ({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`,
  },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    width: '23%',
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === 1 ? 'Access Pass' : (keyFobNumber ?? '–'),
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

/** The members of the manager's club. */
export default function ClubMembersPage() {
  const [{ filter = '' }, change] = useAddress('filter');
  const isGood = canBeFound(filter);
  const list = useList(facilities.ownMembers, isGood ? { query: { filter } } : null);
  return (
    <>
      <PageHeading title="Members of your club" lead="Everyone who is enrolled at your club." />
      <SearchBox
        label="Search by name, email or key fob"
        value={filter}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Members of your club"
        captionHidden
        columns={columns}
        rowKey={({ memberId }) => memberId}
        empty={
          <EmptyState
            icon="user"
            title={filter ? 'No matches' : 'No members yet'}
            text={isGood ? 'Members appear here once they enroll at your club.' : cannotBeFound}
          />
        }
      />
    </>
  );
}

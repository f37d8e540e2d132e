import { members } from '../../../shared/members/contract.ts';
import { memberRowColumns, type MemberRow } from '../../../shared/members/member-row.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import { canBeFound, cannotBeFound } from '../../../shared/search.ts';
import { useAddress } from '../../app/address.ts';
import { useList } from '../../app/data.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column, SortOrder } from '../../ui/table-column.tsx';
import { FacilityBox } from './FacilityBox.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import './members-list.css';

const columns: Column<MemberRow>[] = [
  {
    key: 'memberFirstName',
    title: 'Employee Name',
    sortable: true,
    render: ({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`,
  },
  {
    key: 'memberStatus',
    title: 'Status',
    sortable: true,
    wrap: true,
    width: '220px',
    render: (row) => <MemberStatusBadge {...row} />,
  },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    sortable: true,
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === accessTypes.digitalKey ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', sortable: true },
  { key: 'planName', title: 'Plans', sortable: true, detail: true },
  { key: 'facilityName', title: 'Facility', sortable: true },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true },
];

export default function MembersPage() {
  const [{ filter = '', facilityID = '', sortBy, sortOrder }, change] = useAddress(
    'filter',
    'facilityID',
    'sortBy',
    'sortOrder',
  );
  const isGood = canBeFound(filter);
  const order = memberRowColumns.find((column) => column === sortBy) ?? 'memberFirstName';
  const list = useList(
    members.list,
    isGood
      ? {
          query: {
            filter,
            facilityId: facilityID === '' ? undefined : facilityID,
            sortBy: order,
            sortOrder: sortOrder as SortOrder | undefined,
          },
        }
      : null,
  );
  return (
    <>
      <PageHeading title="Members" lead="Everyone with a membership, across all partners." />
      <div className="filters">
        <SearchBox
          label="Search by name, email or key fob"
          value={filter}
          onChange={(text) => change({ filter: text })}
        />
        <FacilityBox
          label="Facility"
          value={facilityID}
          onChange={(facilityId) => change({ facilityID: facilityId })}
        />
      </div>
      <Table
        {...list}
        caption="Members"
        captionHidden
        columns={columns}
        rowKey={({ memberId }) => memberId}
        rowLabel={({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`}
        sortBy={filter === '' ? order : undefined}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, direction) => change({ sortBy: by, sortOrder: direction })}
        failed={list.error ? { error: list.error, onRetry: list.reload, retrying: list.retrying } : undefined}
        empty={
          <EmptyState
            icon="user"
            title="Member wasn't found"
            text={
              !isGood
                ? cannotBeFound
                : filter || facilityID
                  ? 'Change the search or the facility.'
                  : 'Members appear here once a partner uploads its employees.'
            }
          />
        }
      />
    </>
  );
}

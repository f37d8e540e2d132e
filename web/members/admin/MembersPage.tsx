import { useState } from 'react';
import { Link } from 'react-router-dom';
import { members } from '../../../shared/members/contract.ts';
import { mayDeactivate } from '../../../shared/members/deactivation.ts';
import { memberRowColumns, type MemberRow } from '../../../shared/members/member-row.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import { canBeFound, cannotBeFound } from '../../../shared/search.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAddress } from '../../app/address.ts';
import { useList } from '../../app/data.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column, SortOrder } from '../../ui/table-column.tsx';
import { BulkOptions } from './BulkOptions.tsx';
import { DeactivateMember } from './DeactivateMember.tsx';
import { FacilityBox } from './FacilityBox.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import { isEmpty, nobody } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TransferPopup } from './TransferPopup.tsx';
import './members-list.css';

const columnsWith = (reload: () => void): Column<MemberRow>[] => [
  {
    key: 'memberFirstName',
    title: 'Employee Name',
    sortable: true,
    render: ({ memberId, memberFirstName, memberLastName }) => (
      <Link to={pathTo('member', { memberId })}>
        {memberFirstName} {memberLastName}
      </Link>
    ),
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
  {
    key: 'actions',
    title: 'Actions',
    stay: 'end',
    render: (row) => (mayDeactivate(row) ? <DeactivateMember row={row} onDone={reload} /> : null),
  },
];

export default function MembersPage() {
  const [selection, setSelection] = useState(nobody);
  const [isTransferring, setTransferring] = useState(false);
  const [{ filter = '', facilityID = '', sortBy, sortOrder }, change] = useAddress(
    'filter',
    'facilityID',
    'sortBy',
    'sortOrder',
  );
  const isGood = canBeFound(filter);
  const search = { filter, facilityId: facilityID === '' ? undefined : facilityID };
  // what is selected is part of what the list shows
  const look = (next: Parameters<typeof change>[0]) => {
    setSelection(nobody);
    change(next);
  };
  const order = memberRowColumns.find((column) => column === sortBy) ?? 'memberFirstName';
  const list = useList(
    members.list,
    isGood
      ? {
          query: {
            ...search,
            sortBy: order,
            sortOrder: sortOrder as SortOrder | undefined,
          },
        }
      : null,
  );
  return (
    <>
      <PageHeading title="Members" lead="Everyone with a membership, across all partners." />
      <div className="members-head">
        <SearchBox
          label="Search by name, email or key fob"
          value={filter}
          onChange={(text) => look({ filter: text })}
        />
        <FacilityBox
          label="Facility"
          value={facilityID}
          onChange={(facilityId) => look({ facilityID: facilityId })}
        />
        <BulkOptions disabled={isEmpty(selection)} onTransfer={() => setTransferring(true)} />
      </div>
      <SelectionBar selection={selection} search={search} hasMore={list.hasMore} onChange={setSelection} />
      <Table
        {...list}
        caption="Members"
        captionHidden
        columns={columnsWith(list.reload)}
        selected={selection.all ? new Set(list.rows.map(({ memberId }) => memberId)) : selection.ids}
        onSelect={(ids) => setSelection({ ids })}
        rowKey={({ memberId }) => memberId}
        rowLabel={({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`}
        sortBy={filter === '' ? order : undefined}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, direction) => change({ sortBy: by, sortOrder: direction })}
        empty={<NobodyFound isGood={isGood} isSearch={filter !== '' || facilityID !== ''} />}
      />
      {isTransferring && <TransferPopup selection={selection} onClose={() => setTransferring(false)} />}
    </>
  );
}

const NobodyFound = ({ isGood, isSearch }: { isGood: boolean; isSearch: boolean }) => (
  <EmptyState
    icon="user"
    title="Member wasn't found"
    text={
      !isGood
        ? cannotBeFound
        : isSearch
          ? 'Change the search or the facility.'
          : 'Members appear here once a partner uploads its employees.'
    }
  />
);

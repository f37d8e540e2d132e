import { useState } from 'react';
import { Link } from 'react-router-dom';
import { members } from '../../../shared/members/contract.ts';
import { mayDeactivate } from '../../../shared/members/deactivation.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAddress } from '../../app/address.ts';
import { BulkOptions } from './BulkOptions.tsx';
import { DeactivateMember } from './DeactivateMember.tsx';
import { FacilityBox } from './FacilityBox.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import { isEmpty, nobody } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TransferPopup } from './TransferPopup.tsx';
import './members-list.css';
import { ListPage } from '../../app/ListPage.tsx';
import { type ListColumn, useSearch } from '../../app/list-address.ts';

const columns: readonly ListColumn<typeof members.list>[] = [
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
    pinned: 'end',
    render: (row) => (mayDeactivate(row) ? <DeactivateMember row={row} /> : null),
  },
];

export default function MembersPage() {
  const [selection, setSelection] = useState(nobody);
  const [isTransferring, setTransferring] = useState(false);
  const [{ facilityID = '' }, change] = useAddress('facilityID');
  const { filter } = useSearch();
  const facilityId = facilityID === '' ? undefined : facilityID;
  // what is selected is part of what the list shows
  const shows = `${filter} ${facilityID}`;
  const [before, setBefore] = useState(shows);
  if (shows !== before) {
    setBefore(shows);
    setSelection(nobody);
  }
  return (
    <ListPage
      endpoint={members.list}
      request={{ query: { facilityId } }}
      title="Members"
      lead="Everyone with a membership, across all partners."
      columns={columns}
      defaultSort="memberFirstName"
      rowKey={({ memberId }) => memberId}
      search={{ label: 'Search by name, email or key fob', wordsOnly: true, order: 'unsorted' }}
      isFiltered={facilityId !== undefined}
      filters={
        <>
          <FacilityBox label="Facility" value={facilityID} onChange={(id) => change({ facilityID: id })} />
          <BulkOptions disabled={isEmpty(selection)} onTransfer={() => setTransferring(true)} />
        </>
      }
      renderBetween={({ hasMore }) => (
        <SelectionBar
          selection={selection}
          search={{ filter, facilityId }}
          hasMore={hasMore}
          onChange={setSelection}
        />
      )}
      table={({ rows }) => ({
        selected: selection.all ? new Set(rows.map(({ memberId }) => memberId)) : selection.ids,
        onSelect: (ids) => setSelection({ ids }),
        rowLabel: ({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`,
      })}
      below={isTransferring && <TransferPopup selection={selection} onClose={() => setTransferring(false)} />}
      empty={{
        icon: 'user',
        title: "Member wasn't found",
        text: 'Members appear here once a partner uploads its employees.',
        searched: { text: 'Change the search or the facility.' },
      }}
    />
  );
}

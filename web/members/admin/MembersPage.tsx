import { useState } from 'react';
import { Link } from 'react-router-dom';
import { members } from '../../../shared/contracts/members.ts';
import { mayDeactivate } from '../../../shared/members/deactivation.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import { pathTo } from '../../app/addresses.ts';
import { ListPage } from '../../app/ListPage.tsx';
import type { ListColumn } from '../../app/list-address.ts';
import { BulkOptions, DeactivateMember } from './MemberActions.tsx';
import { MemberFilters, useMemberFilter } from './MemberFilters.tsx';
import { MemberStatusBadge, memberTone } from './MemberStatusBadge.tsx';
import { isEmpty, emptySelection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TransferPopup } from './TransferPopup.tsx';
import './members-list.css';

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
    key: 'partnerName',
    title: 'Partner',
    render: ({ partnerId = '', partnerName }) =>
      partnerName === '' ? '–' : <Link to={pathTo('partnerEmployees', { partnerId })}>{partnerName}</Link>,
  },
  { key: 'facilityName', title: 'Facility', sortable: true },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    sortable: true,
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === accessTypes.digitalKey ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', sortable: true, detail: true },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { key: 'planName', title: 'Plans', sortable: true, detail: true },
  {
    key: 'actions',
    title: 'Actions',
    pinned: 'end',
    render: (row) => (mayDeactivate(row) ? <DeactivateMember row={row} /> : null),
  },
];

const searching = {
  label: 'Search by name, email or key fob',
  wordsOnly: true,
  order: 'unsorted',
  clears: ['status'],
} as const;
const columnsWithoutActions = columns.filter(({ key }) => key !== 'actions');

export default function MembersPage() {
  const [selection, setSelection] = useState(emptySelection);
  const [isTransferring, setTransferring] = useState(false);
  const chosen = useMemberFilter();
  const { filter, facilityId, isPart, query } = chosen;
  // what is selected is part of what the list shows
  const shows = JSON.stringify([filter, query]);
  const [before, setBefore] = useState(shows);
  if (shows !== before) {
    setBefore(shows);
    setSelection(emptySelection);
  }
  return (
    <ListPage
      endpoint={members.list}
      request={{ query }}
      title="Members"
      lead="Everyone with a membership, across all partners."
      columns={columns}
      defaultSort="memberFirstName"
      rowKey={({ memberId }) => memberId}
      search={searching}
      isFiltered={facilityId !== undefined || isPart}
      filters={
        <>
          <MemberFilters {...chosen} />
          <BulkOptions disabled={isEmpty(selection)} onTransfer={() => setTransferring(true)} />
        </>
      }
      renderBetween={({ hasMore }) => (
        <SelectionBar
          selection={selection}
          search={{ filter, facilityId }}
          mayAddAll={hasMore && !isPart}
          onChange={setSelection}
        />
      )}
      table={({ rows }) => ({
        rowTone: memberTone,
        columns: rows.some(mayDeactivate) ? columns : columnsWithoutActions,
        ...(isPart && { sortDisabled: true, sortBy: undefined }),
        selected: selection.all ? new Set(rows.map(({ memberId }) => memberId)) : selection.ids,
        onSelect: (ids) => setSelection({ ids }),
        rowLabel: ({ memberFirstName, memberLastName }) => `${memberFirstName} ${memberLastName}`,
      })}
      below={isTransferring && <TransferPopup selection={selection} onClose={() => setTransferring(false)} />}
      empty={{
        icon: 'user',
        title: "Member wasn't found",
        text: 'Members appear here once a partner uploads its employees.',
        searched: { text: 'Change the search or the filters.' },
      }}
    />
  );
}

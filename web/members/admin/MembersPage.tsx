import { useState, useId } from 'react';
import { Link } from 'react-router-dom';
import { members } from '../../../shared/contracts/members.ts';
import { mayDeactivate, deactivationQuestion } from '../../../shared/members/deactivation.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import type { MemberRow } from '../../../shared/members/member-row.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAddress } from '../../app/address.ts';
import { ListPage } from '../../app/ListPage.tsx';
import { type ListColumn, useSearch } from '../../app/list-address.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { FacilityBox } from './FacilityBox.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import { isEmpty, nobody } from './selection.ts';
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

const columnsWithoutActions = columns.filter(({ key }) => key !== 'actions');

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
        columns: rows.some(mayDeactivate) ? columns : columnsWithoutActions,
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

/** Puts the membership of a row on hold, after the question. */
function DeactivateMember({ row }: { row: MemberRow }) {
  const deactivate = useAction(members.deactivate, members.list);
  const confirm = useConfirm();
  const run = async () => {
    const agreed = await confirm({
      title: 'Deactivate the membership',
      text: deactivationQuestion(row),
      action: 'Deactivate',
      danger: true,
    });
    const query = { memberId: row.memberId, allPlansShouldBeIneligible: 'false' as const };
    if (agreed) await deactivate.act({ query });
  };
  return (
    <Button small icon="pause" busy={deactivate.running} onClick={() => void run()}>
      Deactivate
      <span className="hidden-text">
        {' '}
        {row.memberFirstName} {row.memberLastName}
      </span>
    </Button>
  );
}

function BulkOptions({ disabled, onTransfer }: { disabled: boolean; onTransfer: () => void }) {
  const [open, setOpen] = useState(false);
  const frame = useSheet<HTMLDivElement>(open, () => setOpen(false));
  const id = useId();
  return (
    <div className="bulk-options" ref={frame}>
      <Button
        icon="chevron-down"
        disabled={disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Bulk options
      </Button>
      <div className="bulk-sheet" id={id} hidden={!open}>
        <Button
          kind="quiet"
          onClick={() => {
            setOpen(false);
            onTransfer();
          }}
        >
          Transfer
        </Button>
      </div>
    </div>
  );
}

import { members } from '../../../shared/contracts/members.ts';
import { loadOnce, showFailure, useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { isEmpty, emptySelection, type Selection, TransferPopup } from './TransferPopup.tsx';
import {
  memberStatuses,
  deactivationQuestion,
  type MemberRow,
  mayDeactivate,
} from '../../../shared/members/member-row.ts';
import { useAddress } from '../../app/address.ts';
import { useSearch, ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { LabeledSelect } from '../../ui/LabeledSelect.tsx';
import { FacilityBox, PartnerBox } from './FacilityBox.tsx';
import { useId, useState } from 'react';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { Link } from 'react-router-dom';
import { accessTypes } from '../../../shared/members/member.ts';
import { pathTo } from '../../app/addresses.ts';
import { MemberStatusBadge, memberTone } from './MemberStatusBadge.tsx';
import './members-list.css';

interface SelectionBarProps {
  selection: Selection;
  search: { filter?: string; facilityId?: string };
  /** True if the list has more rows that the search can name. */
  mayAddAll: boolean;
  onChange: (selection: Selection) => void;
}

function SelectionBar({ selection, search, mayAddAll, onChange }: SelectionBarProps) {
  if (isEmpty(selection)) return null;
  const count = selection.all?.count ?? selection.ids.size;
  const selectAll = async () => {
    try {
      const all = await loadOnce(members.count, { query: search });
      onChange({ ids: new Set(), all: { ...search, count: all.count } });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <output className="selection-bar">
      <span>
        {selection.all
          ? `All ${count.toLocaleString('en-US')} matching members`
          : count.toLocaleString('en-US')}{' '}
        selected
      </span>
      {mayAddAll && !selection.all && (
        <Button small onClick={() => void selectAll()}>
          Select all matching members
        </Button>
      )}
      <Button small kind="quiet" onClick={() => onChange(emptySelection)}>
        Clear selection
      </Button>
    </output>
  );
}

/** Reads the filters from the address. A facility excludes a partner, and a search excludes a status. */
function useMemberFilter() {
  const [address, change] = useAddress('facilityID', 'partnerID', 'status', 'filter');
  const { filter } = useSearch();
  const facilityId = address.facilityID;
  const partnerId = facilityId === undefined ? address.partnerID : undefined;
  const status =
    filter === '' ? memberStatuses.find(({ id }) => String(id) === address.status)?.id : undefined;
  return {
    filter,
    facilityId,
    partnerId,
    status,
    change,
    query: {
      facilityId,
      partnerId,
      ...(status !== undefined && { memberStatus: `${status}` as const }),
    },
    /** True if the search does not describe the list, which has the order of the filter. */
    isPart: partnerId !== undefined || status !== undefined,
  };
}

type MemberFiltersProps = ReturnType<typeof useMemberFilter>;

const MemberFilters = ({ facilityId, partnerId, status, change }: MemberFiltersProps) => (
  <>
    <PartnerBox
      label="Partner"
      value={partnerId ?? ''}
      onChange={(id) => change({ partnerID: id, facilityID: undefined })}
    />
    <FacilityBox
      label="Facility"
      value={facilityId ?? ''}
      onChange={(id) => change({ facilityID: id, partnerID: undefined })}
    />
    <LabeledSelect
      label="Status"
      value={String(status ?? '')}
      placeholder="All statuses"
      options={memberStatuses}
      onChange={(id) => change({ status: id, filter: undefined })}
    />
  </>
);

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
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  {
    key: 'keyFobNumber',
    title: 'Key Fob',
    sortable: true,
    render: ({ preferredAccessType, keyFobNumber }) =>
      preferredAccessType === accessTypes.digitalKey ? 'Access Pass' : (keyFobNumber ?? '–'),
  },
  { key: 'memberDateOfBirth', title: 'Date of Birth', kind: 'date', sortable: true, detail: true },
  { key: 'planName', title: 'Plans', sortable: true, detail: true },
  {
    key: 'actions',
    title: 'Actions',
    render: (row) => (mayDeactivate(row) ? <DeactivateMember row={row} /> : null),
  },
];

const searching = {
  label: 'Name, email, or key fob',
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

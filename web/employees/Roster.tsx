import { useState } from 'react';
import { employees } from '../../shared/employees/contract.ts';
import { keyFobStatuses } from '../../shared/employees/key-fob.ts';
import type { RosterColumn } from '../../shared/employees/roster-columns.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { invitationStatuses } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAddress } from '../address.ts';
import { useList } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import { RowPopup } from './RowPopup.tsx';

interface RosterProps {
  partnerId: string;
  programPaymentTypeID: ProgramPaymentTypeId;
  onChanged: () => void;
}

const rowKey = ({ memberId, keyfobID }: RosterRow): string => memberId ?? keyfobID ?? '';
export const rowName = (row: RosterRow): string =>
  row.memberId ? `${row.memberFirstName} ${row.memberLastName}` : `key fob ${row.facilityMemberID}`;

const badge = (statuses: readonly { id: number; name: string; colour: Colour }[], id: number | null) => {
  const status = statuses.find((one) => one.id === id);
  return status ? <StatusBadge color={status.colour} label={status.name} /> : '–';
};
type Colour = 'yellow' | 'orange' | 'green' | 'beet';

const columnsWith = (manage: (row: RosterRow) => void): Column<RosterRow>[] => [
  { key: 'facilityMemberID', title: 'Key Fob', sortable: true },
  {
    key: 'keyfobStatusDisplayName',
    title: 'Key Fob Status',
    sortable: true,
    render: ({ keyfobStatusID }) => badge(keyFobStatuses, keyfobStatusID),
  },
  { key: 'memberFirstName', title: 'First Name', sortable: true },
  { key: 'memberLastName', title: 'Last Name', sortable: true },
  { key: 'memberEmail', title: 'Email', sortable: true },
  {
    key: 'invitationStatusDescription',
    title: 'Status',
    sortable: true,
    render: ({ invitationStatus }) => badge(invitationStatuses, invitationStatus),
  },
  { key: 'programEnrollmentDate', title: 'Enrolled', kind: 'date', sortable: true },
  {
    key: 'lastMonthUsagesCount',
    title: 'Visits Last Month',
    kind: 'number',
    render: ({ memberId, lastMonthUsagesCount }) => (memberId ? lastMonthUsagesCount : '–'),
  },
  { key: 'facilityName', title: 'Facility', sortable: true },
  {
    key: 'manage',
    title: 'Actions',
    render: (row) => (
      <Button small onClick={() => manage(row)}>
        Manage<span className="hidden-text"> {rowName(row)}</span>
      </Button>
    ),
  },
];

const searchable = /^[\p{L}\p{N}]*$/u;

/** Free key fobs and employees in one grid, searched by the beginnings of names, addresses and fob numbers. */
export function Roster({ partnerId, programPaymentTypeID, onChanged }: RosterProps) {
  const [{ filter = '', sortBy, sortOrder }, change] = useAddress('filter', 'sortBy', 'sortOrder');
  const [chosen, setChosen] = useState<RosterRow>();
  const good = searchable.test(filter);
  const list = useList(
    employees.keyFobs,
    good
      ? {
          query: {
            partnerID: partnerId,
            filter,
            sortBy: sortBy as RosterColumn | undefined,
            sortOrder: sortOrder as SortOrder | undefined,
          },
        }
      : null,
  );
  return (
    <>
      <SearchBox
        label="Search by name, email or key fob"
        value={filter}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Key fobs and employees"
        captionHidden
        columns={columnsWith(setChosen)}
        rowKey={rowKey}
        sortBy={filter === '' ? (sortBy ?? 'facilityMemberID') : undefined}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, order) => change({ sortBy: by, sortOrder: order })}
        failed={list.error ? { error: list.error, onRetry: list.reload, retrying: list.retrying } : undefined}
        empty={<Nothing filter={filter} good={good} />}
      />
      {chosen && (
        <RowPopup
          row={chosen}
          partnerId={partnerId}
          programPaymentTypeID={programPaymentTypeID}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            list.reload();
            onChanged();
          }}
        />
      )}
    </>
  );
}

const Nothing = ({ filter, good }: { filter: string; good: boolean }) => (
  <EmptyState
    title="No data found"
    text={
      good
        ? filter
          ? 'Nobody and no key fob begins like this.'
          : 'Add key fobs or upload your employees to begin.'
        : 'Search for letters and numbers only, without spaces.'
    }
  />
);

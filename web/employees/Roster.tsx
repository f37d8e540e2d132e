import { useEffect, useRef, useState } from 'react';
import { employees } from '../../shared/employees/contract.ts';
import { keyFobStatuses } from '../../shared/employees/key-fob.ts';
import { rosterColumns } from '../../shared/employees/roster-columns.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { invitationStatuses } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { canBeFound, cannotBeFound } from '../../shared/search.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import { RowPopup } from './RowPopup.tsx';

interface RosterProps {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  /** Counts the changes of this page: each reads the list anew. */
  round: number;
  onChanged: () => void;
}

const rowKey = ({ memberId, keyFobNumber }: RosterRow): string => memberId ?? keyFobNumber ?? '';

const badge = (statuses: readonly { id: number; name: string; color: Color }[], id: number | null) => {
  const status = statuses.find((one) => one.id === id);
  return status ? <StatusBadge color={status.color} label={status.name} /> : '–';
};
type Color = 'yellow' | 'orange' | 'green' | 'beet';

const columnsWith = (manage: (row: RosterRow) => void): Column<RosterRow>[] => [
  {
    key: 'memberLastName',
    title: 'Employee',
    sortable: true,
    render: (row) => (
      <button type="button" className="row-name" onClick={() => manage(row)}>
        {row.memberId ? (
          `${row.memberFirstName} ${row.memberLastName}`
        ) : (
          <>
            Free key fob<span className="hidden-text"> {row.keyFobNumber}</span>
          </>
        )}
      </button>
    ),
  },
  { key: 'memberEmail', title: 'Email', sortable: true },
  {
    key: 'invitationStatusDescription',
    title: 'Status',
    sortable: true,
    render: ({ invitationStatus }) => badge(invitationStatuses, invitationStatus),
  },
  { key: 'keyFobNumber', title: 'Key Fob', sortable: true },
  {
    key: 'keyFobStatusName',
    title: 'Key Fob Status',
    sortable: true,
    render: ({ keyFobStatusId }) => badge(keyFobStatuses, keyFobStatusId),
  },
  { key: 'programEnrollmentDate', title: 'Enrolled', kind: 'date', sortable: true },
  {
    key: 'lastMonthUsagesCount',
    title: 'Visits Last Month',
    kind: 'number',
    render: ({ memberId, lastMonthUsagesCount }) => (memberId ? lastMonthUsagesCount : '–'),
  },
  { key: 'facilityName', title: 'Facility', sortable: true },
];

/** Free key fobs and employees in one grid, searched by the beginnings of names, addresses and fob numbers. */
export function Roster({ partnerId, programPaymentTypeId, round, onChanged }: RosterProps) {
  const [{ filter = '', sortBy, sortOrder }, change] = useAddress('filter', 'sortBy', 'sortOrder');
  const [chosen, setChosen] = useState<RosterRow>();
  const good = canBeFound(filter);
  const order = rosterColumns.find((column) => column === sortBy) ?? 'memberLastName';
  const list = useList(
    employees.keyFobs,
    good
      ? {
          query: {
            partnerId,
            filter,
            sortBy: order,
            sortOrder: sortOrder as SortOrder | undefined,
          },
        }
      : null,
  );
  const place = useRef<HTMLDivElement>(null);
  const read = useRef(round);
  const { reload } = list;
  useEffect(() => {
    if (read.current === round) return;
    read.current = round;
    reload();
  }, [round, reload]);
  // a row that was worked on may be gone: the focus is then at the search, never lost
  const worked = useRef(false);
  useEffect(() => {
    if (worked.current && document.activeElement === document.body)
      place.current?.querySelector('input')?.focus();
  });
  return (
    <div className="roster" ref={place}>
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
        sortBy={filter === '' ? order : undefined}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, direction) => change({ sortBy: by, sortOrder: direction })}
        empty={<Nothing filter={filter} good={good} />}
      />
      {chosen && (
        <RowPopup
          row={chosen}
          partnerId={partnerId}
          programPaymentTypeId={programPaymentTypeId}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            worked.current = true;
            onChanged();
          }}
        />
      )}
    </div>
  );
}

const Nothing = ({ filter, good }: { filter: string; good: boolean }) => (
  <EmptyState
    title="No data found"
    text={good ? (filter ? 'No matches.' : 'Add key fobs or upload your employees to begin.') : cannotBeFound}
  />
);

import { useEffect, useRef, useState } from 'react';
import { employees } from '../../shared/employees/contract.ts';
import { rosterColumns } from '../../shared/employees/roster-columns.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { deleted, invitationStatuses } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { canBeFound, cannotBeFound } from '../../shared/search.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { SortOrder } from '../ui/table-column.tsx';
import { BulkBar } from './BulkBar.tsx';
import { nobody } from './chosen.ts';
import { ColumnsPopup } from './ColumnsPopup.tsx';
import { hiddenAtFirst, rosterTable } from './roster-table.tsx';
import { RowPopup } from './RowPopup.tsx';
import { useGridSettings } from './use-grid-settings.ts';
import { ViewsBar } from './ViewsBar.tsx';

interface RosterProps {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  onChanged: () => void;
  /** Long work has begun. */
  onBegun: (jobId: string) => void;
}

/** Who has left is not in the roster. */
const statuses = invitationStatuses.filter((one) => one.id !== deleted);

const rowKey = ({ memberId, keyFobNumber }: RosterRow): string => memberId ?? keyFobNumber ?? '';

/** Free key fobs and employees in one grid, searched by the beginnings of names, addresses and fob numbers. */
export function Roster({ partnerId, programPaymentTypeId, onChanged, onBegun }: RosterProps) {
  const [{ filter = '', status = '', sortBy, sortOrder }, change] = useAddress(
    'filter',
    'status',
    'sortBy',
    'sortOrder',
  );
  const [opened, setChosen] = useState<RosterRow>();
  const [choosing, setChoosing] = useState(false);
  const [picked, setPicked] = useState(nobody);
  const { settings, loading, save } = useGridSettings('employees');
  const hidden = settings.hiddenColumns ?? hiddenAtFirst;
  // a search looks at every status
  const invitationStatus = filter === '' ? statuses.find(({ id }) => String(id) === status) : undefined;
  const rests = filter !== '' || invitationStatus !== undefined;
  const good = canBeFound(filter);
  const order = rosterColumns.find((column) => column === sortBy) ?? 'memberLastName';
  // who is chosen is part of what the roster shows
  const shows = `${partnerId} ${filter} ${invitationStatus?.id ?? ''}`;
  const [before, setBefore] = useState(shows);
  if (shows !== before) {
    setBefore(shows);
    setPicked(nobody);
  }
  const list = useList(
    employees.keyFobs,
    good
      ? {
          query: {
            partnerId,
            filter,
            sortBy: order,
            sortOrder: sortOrder as SortOrder | undefined,
            ...(invitationStatus && { invitationStatus: `${invitationStatus.id}` as const }),
          },
        }
      : null,
  );
  // the popup follows what is read meanwhile
  const chosen = opened && (list.rows.find((row) => rowKey(row) === rowKey(opened)) ?? opened);
  const members = list.rows.flatMap(({ memberId }) => memberId ?? []);
  const place = useRef<HTMLDivElement>(null);
  // a row that was worked on may be gone: the focus is then at the search, never lost
  const worked = useRef(false);
  useEffect(() => {
    if (worked.current && document.activeElement === document.body)
      place.current?.querySelector('input')?.focus();
  });
  return (
    <div className="roster" ref={place}>
      <div className="roster-bar">
        <SearchBox
          label="Search by name, email or key fob"
          value={filter}
          onChange={(text) => change({ filter: text, ...(text !== '' && { status: undefined }) })}
        />
        <Filters label="Employees">
          <LabeledSelect
            label="Status"
            value={invitationStatus ? status : ''}
            placeholder="All employees and key fobs"
            options={statuses}
            onChange={(id) => change({ status: id, filter: undefined })}
          />
          <ViewsBar
            views={settings.views}
            current={{
              filter,
              invitationStatus: invitationStatus ? status : '',
              sortBy: order,
              sortOrder: sortOrder === 'desc' ? 'desc' : 'asc',
              hiddenColumns: [...hidden],
            }}
            onOpen={(view) => {
              const { filter: search, invitationStatus: of, sortBy: by, sortOrder: direction } = view;
              change({ filter: search, status: of, sortBy: by, sortOrder: direction });
              void save({ hiddenColumns: view.hiddenColumns });
            }}
            onSave={(views) => save({ views })}
          />
          <Button onClick={() => setChoosing(true)}>Columns</Button>
        </Filters>
      </div>
      {rests && (
        <p className="quiet">
          {filter === ''
            ? 'Sorted by name. Choose all employees to sort by a column.'
            : 'Sorting rests while you search. Clear the search to sort by a column.'}
        </p>
      )}
      <BulkBar
        partnerId={partnerId}
        chosen={picked}
        search={{ filter, status: invitationStatus?.id }}
        onChange={setPicked}
        onBegun={(jobId) => {
          setPicked(nobody);
          onBegun(jobId);
        }}
      />
      <Table
        {...list}
        selected={picked.all ? new Set(members) : picked.ids}
        onSelect={(ids) => setPicked({ ids: new Set(members.filter((id) => ids.has(id))) })}
        rowLabel={({ memberId, memberFirstName, memberLastName, keyFobNumber }) =>
          memberId ? `${memberFirstName} ${memberLastName}` : `key fob ${keyFobNumber}`
        }
        maySelect={({ memberId }) => memberId !== null}
        loading={list.loading || loading}
        caption="Key fobs and employees"
        captionHidden
        columns={rosterTable(setChosen, hidden)}
        rowKey={rowKey}
        sortRests={rests}
        sortBy={rests ? undefined : order}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, direction) => change({ sortBy: by, sortOrder: direction })}
        empty={<Nothing filter={filter} good={good} />}
      />
      {choosing && (
        <ColumnsPopup
          hidden={hidden}
          onSave={(hiddenColumns) => save({ hiddenColumns })}
          onClose={() => setChoosing(false)}
        />
      )}
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

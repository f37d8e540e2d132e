import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { deleted, invitationStatuses } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAddress } from '../app/address.ts';
import { ListPage } from '../app/ListPage.tsx';
import { useSearch } from '../app/list-address.ts';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { BulkBar } from './BulkBar.tsx';
import { type Selection, emptySelection } from './chosen.ts';
import { hiddenAtFirst, rosterTable } from './roster-table.tsx';
import { RosterViews } from './RosterViews.tsx';
import { RowPopup } from './RowPopup.tsx';
import { useGridSettings } from './use-grid-settings.ts';

interface RosterProps {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  onChanged: () => void;
  onBegun: (jobId: string) => void;
}

const statuses = invitationStatuses.filter((status) => status.id !== deleted);

const rowKey = ({ memberId, keyFobNumber }: RosterRow): string => memberId ?? keyFobNumber ?? '';

type StatusId = (typeof statuses)[number]['id'];

function useStatus() {
  const [{ status: text = '' }, change] = useAddress('status', 'filter');
  const { filter } = useSearch();
  const status = filter === '' ? statuses.find(({ id }) => String(id) === text)?.id : undefined;
  const onStatus = (id: string) => change({ status: id, filter: undefined });
  return { status, filter, rests: filter !== '' || status !== undefined, onStatus };
}

function useOpened(onChanged: () => void) {
  const [opened, setOpened] = useState<RosterRow>();
  const worked = useRef(false);
  const onClose = () => setOpened(undefined);
  const onDone = () => {
    onClose();
    worked.current = true;
    onChanged();
  };
  return { opened, setOpened, worked, popup: { onClose, onDone } };
}

/** Returns the refetched row, so that the popup shows current data. */
const currentRow = (opened: RosterRow, rows: readonly RosterRow[]): RosterRow =>
  rows.find((row) => rowKey(row) === rowKey(opened)) ?? opened;

export function Roster({ onChanged, onBegun, ...program }: RosterProps) {
  const { partnerId } = program;
  const { status, filter, rests, onStatus } = useStatus();
  const { opened, setOpened, worked, popup } = useOpened(onChanged);
  const [picked, setPicked] = useState(emptySelection);
  const grid = useGridSettings('employees');
  const hidden = grid.settings.hiddenColumns ?? hiddenAtFirst;
  const columns = useMemo(() => rosterTable(setOpened), [setOpened]);
  const visible = useMemo(() => columns.filter(({ key }) => !hidden.includes(key)), [columns, hidden]);
  useChangeOf(`${partnerId} ${filter} ${status ?? ''}`, () => setPicked(emptySelection));
  const container = useRef<HTMLDivElement>(null);
  const begun = (jobId: string) => {
    setPicked(emptySelection);
    onBegun(jobId);
  };
  return (
    <div className="roster" ref={container}>
      <ListPage
        endpoint={employees.keyFobs}
        request={{ query: { partnerId, ...statusQuery(status) } }}
        caption="Key fobs and employees"
        columns={columns}
        defaultSort="memberLastName"
        rowKey={rowKey}
        search={searching}
        isFiltered={status !== undefined}
        filters={<RosterFilters status={status} onStatus={onStatus} grid={grid} hidden={hidden} />}
        renderBetween={() => (
          <>
            {rests && <p className="quiet">{filter === '' ? sortedByName : sortingRests}</p>}
            <BulkBar
              partnerId={partnerId}
              chosen={picked}
              search={{ filter, status }}
              onChange={setPicked}
              onBegun={begun}
            />
          </>
        )}
        table={({ rows, loading }) => ({
          ...selectionOf(rows, picked, setPicked),
          columns: visible,
          loading: loading || grid.loading,
          ...(rests && { sortDisabled: true, sortBy: undefined }),
        })}
        empty={{ text: 'To begin, add key fobs or upload your employees.' }}
        renderBelow={({ rows }) => (
          <>
            <RestoreFocus container={container} worked={worked} />
            {opened && <RowPopup {...program} {...popup} row={currentRow(opened, rows)} />}
          </>
        )}
      />
    </div>
  );
}

const searching = {
  label: 'Search by name, email, or key fob',
  wordsOnly: true,
  order: 'disabled',
  clears: ['status'],
} as const;

const statusQuery = (id: StatusId | undefined) =>
  id === undefined ? {} : { invitationStatus: `${id}` as const };

interface RosterFiltersProps {
  status: StatusId | undefined;
  onStatus: (id: string) => void;
  grid: ReturnType<typeof useGridSettings>;
  hidden: readonly string[];
}

const RosterFilters = ({ status, onStatus, grid, hidden }: RosterFiltersProps) => (
  <Filters label="Employees">
    <LabeledSelect
      label="Status"
      value={String(status ?? '')}
      placeholder="All statuses"
      options={statuses}
      onChange={onStatus}
    />
    <RosterViews grid={grid} hidden={hidden} statusText={String(status ?? '')} />
  </Filters>
);

const sortedByName = 'Sorted by name. Select all statuses to sort by a column.';
const sortingRests = 'Sort order is off while you search. Clear the search to sort by a column.';

function useChangeOf(shows: string, onChange: () => void): void {
  const [before, setBefore] = useState(shows);
  if (shows === before) return;
  setBefore(shows);
  onChange();
}

const membersOf = (rows: readonly RosterRow[]): string[] => rows.flatMap(({ memberId }) => memberId ?? []);

const isMember = ({ memberId }: RosterRow): boolean => memberId !== null;

const rowLabel = ({ memberId, memberFirstName, memberLastName, keyFobNumber }: RosterRow): string =>
  memberId ? `${memberFirstName} ${memberLastName}` : `key fob ${keyFobNumber}`;

const selectionOf = (rows: readonly RosterRow[], picked: Selection, onPick: (chosen: Selection) => void) => ({
  selected: picked.all ? new Set(membersOf(rows)) : picked.ids,
  onSelect: (ids: ReadonlySet<string>) =>
    onPick({ ids: new Set(membersOf(rows).filter((id) => ids.has(id))) }),
  rowLabel,
  maySelect: isMember,
});

/** Moves the focus to the search field if the changed row has disappeared. */
function RestoreFocus({
  container,
  worked,
}: {
  container: RefObject<HTMLElement | null>;
  worked: RefObject<boolean>;
}) {
  // after each refetch
  useEffect(() => {
    if (worked.current && document.activeElement === document.body)
      container.current?.querySelector('input')?.focus();
  });
  return null;
}

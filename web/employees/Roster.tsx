import {
  bulkTitle,
  maxSelected,
  type BulkAction,
  type BulkMembers,
} from '../../shared/employees/bulk-action.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { loadOnce, showFailure, useAction } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { deleted, invitationStatuses } from '../../shared/members/member.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAddress } from '../app/address.ts';
import { ListPage, useSearch } from '../app/ListPage.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { hiddenAtFirst, rosterTable } from './roster-table.tsx';
import { RosterViews } from './RosterViews.tsx';
import { RowPopup } from './RowPopup.tsx';
import { useGridSettings } from './use-grid-settings.ts';

interface BulkBarProps {
  partnerId: string;
  chosen: Selection;
  search: RosterSearch;
  onChange: (chosen: Selection) => void;
  onBegun: (jobId: string) => void;
}

const questions: Record<BulkAction, string> = {
  invite: 'Each employee waiting for an invitation gets one email with a personal link.',
  sendAgain: 'Each invited employee gets a new link, and the old link stops working. At most one per hour.',
  hold: 'Activated memberships and their key fobs stop working until they are activated again.',
  delete:
    'Memberships end now, or at the end of this month where members pay. Their key fobs, if any, become available as memberships end.',
};

function BulkBar({ partnerId, chosen, search, onChange, onBegun }: BulkBarProps) {
  const run = useAction(employees.bulk);
  const confirm = useConfirm();
  const { role } = useSession();
  const { flags } = useFeatureFlags();
  const count = chosen.all?.count ?? chosen.ids.size;
  if (count === 0) return null;
  const people = `${count.toLocaleString('en-US')} ${count === 1 ? 'employee' : 'employees'}`;
  const mayHold = mayCall(role, employees.deactivate) && !flags.gmrAddProgram;
  const actions: BulkAction[] = ['invite', 'sendAgain', ...(mayHold ? (['hold'] as const) : []), 'delete'];
  const chooseAll = async () => {
    try {
      const { count: all } = await loadOnce(employees.bulkCount, {
        query: {
          partnerId,
          ...(search.filter !== '' && { filter: search.filter }),
          ...(search.status && { invitationStatus: `${search.status}` as const }),
        },
      });
      onChange({ ids: new Set(), all: { ...search, count: all } });
    } catch (error) {
      showFailure(error);
    }
  };
  const onClick = async (action: BulkAction) => {
    const agreed = await confirm({
      title: `${bulkTitle(action)}: ${people}`,
      text: `${questions[action]} Employees that this does not apply to are not changed; the results show why.`,
      action: `${bulkTitle(action)} (${count.toLocaleString('en-US')})`,
      danger: action === 'delete',
    });
    if (!agreed) return;
    const begun = await run.act({ body: { partnerId, action, members: membersOf(chosen) } });
    if (begun) onBegun(begun.jobId);
  };
  return (
    <section className="bulk-bar" aria-label="Selected employees">
      <output>{chosen.all ? `All ${people} that match` : `${people} chosen`}</output>
      {!chosen.all && (
        <Button small kind="quiet" onClick={() => void chooseAll()}>
          Select all that match
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action}
          small
          disabled={run.running || (!chosen.all && count > maxSelected)}
          onClick={() => void onClick(action)}
        >
          {bulkTitle(action)}
        </Button>
      ))}
      <Button small kind="quiet" onClick={() => onChange({ ids: new Set() })}>
        Clear
      </Button>
    </section>
  );
}

const membersOf = ({ ids, all }: Selection): BulkMembers =>
  all
    ? {
        all: {
          count: all.count,
          ...(all.filter !== '' && { filter: all.filter }),
          ...(all.status && { invitationStatus: all.status }),
        },
      }
    : { memberIds: [...ids] };

/** Roster query: a search or one status; otherwise the whole roster. */
interface RosterSearch {
  filter: string;
  status?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined;
}

interface Selection {
  ids: ReadonlySet<string>;
  all?: RosterSearch & { count: number };
}

const emptySelection: Selection = { ids: new Set() };

interface RosterProps {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  onChanged: () => void;
  onBegun: (jobId: string) => void;
}

const statuses = invitationStatuses.filter((status) => status.id !== deleted);

const rowKey = ({ memberId, keyFobNumber }: RosterRow): string => memberId ?? keyFobNumber ?? '';

type StatusId = (typeof statuses)[number]['id'];

/** Returns the search or the status that the address selects. */
export function useRosterSearch() {
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
  const { status, filter, rests, onStatus } = useRosterSearch();
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
  label: 'Name, email, or key fob',
  wordsOnly: true,
  order: 'disabled',
  clears: ['status'],
} as const;

export const statusQuery = (id: StatusId | undefined) =>
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

const memberIdsOf = (rows: readonly RosterRow[]): string[] => rows.flatMap(({ memberId }) => memberId ?? []);

const isMember = ({ memberId }: RosterRow): boolean => memberId !== null;

const rowLabel = ({ memberId, memberFirstName, memberLastName, keyFobNumber }: RosterRow): string =>
  memberId ? `${memberFirstName} ${memberLastName}` : `key fob ${keyFobNumber}`;

const selectionOf = (rows: readonly RosterRow[], picked: Selection, onPick: (chosen: Selection) => void) => ({
  selected: picked.all ? new Set(memberIdsOf(rows)) : picked.ids,
  onSelect: (ids: ReadonlySet<string>) =>
    onPick({ ids: new Set(memberIdsOf(rows).filter((id) => ids.has(id))) }),
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

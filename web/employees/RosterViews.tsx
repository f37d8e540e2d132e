import { useState } from 'react';
import type { employees } from '../../shared/contracts/employees.ts';
import { useAddress } from '../app/address.ts';
import { useSearch, useSort } from '../app/list-address.ts';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { rosterTable, furtherColumns } from './roster-table.tsx';
import type { OwnGrid } from './use-grid-settings.ts';
import { ViewsBar } from './ViewsBar.tsx';

const allColumns = rosterTable(() => {});

interface RosterViewsProps {
  grid: OwnGrid;
  hidden: readonly string[];
  /** Status filter; empty for none. */
  statusText: string;
}

export function RosterViews({ grid: { settings, save }, hidden, statusText }: RosterViewsProps) {
  const [choosing, setChoosing] = useState(false);
  const [, change] = useAddress('filter', 'status', 'sortBy', 'sortOrder');
  const { filter } = useSearch();
  const { sortBy, sortOrder } = useSort<typeof employees.keyFobs>({
    columns: allColumns,
    defaultSort: 'memberLastName',
  });
  return (
    <>
      <ViewsBar
        views={settings.views}
        current={{
          filter,
          invitationStatus: statusText,
          sortBy: sortBy ?? 'memberLastName',
          sortOrder,
          hiddenColumns: [...hidden],
        }}
        onOpen={(view) => {
          change({
            filter: view.filter,
            status: view.invitationStatus,
            sortBy: view.sortBy,
            sortOrder: view.sortOrder,
          });
          void save({ hiddenColumns: view.hiddenColumns });
        }}
        onSave={(views) => save({ views })}
      />
      <Button onClick={() => setChoosing(true)}>Columns</Button>
      {choosing && (
        <ColumnsPopup
          hidden={hidden}
          onSave={(hiddenColumns) => save({ hiddenColumns })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

interface ColumnsPopupProps {
  hidden: readonly string[];
  onSave: (hidden: string[]) => Promise<boolean>;
  onClose: () => void;
}

function ColumnsPopup({ hidden, onSave, onClose }: ColumnsPopupProps) {
  const [chosen, setChosen] = useState(() => new Set(hidden));
  const [busy, setBusy] = useState(false);
  const toggle = (key: string, isVisible: boolean) => {
    const next = new Set(chosen);
    if (isVisible) next.delete(key);
    else next.add(key);
    setChosen(next);
  };
  const save = async () => {
    setBusy(true);
    const isSaved = await onSave([...chosen]);
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <Popup
      open
      title="Columns"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} busyLabel="Saving…" onClick={() => void save()}>
            Save columns
          </Button>
        </>
      }
    >
      <p>Select the columns to show. Downloads always include every column.</p>
      <div className="column-choices">
        {furtherColumns.map(({ key, title }) => (
          <label className="choice" key={key}>
            <input
              type="checkbox"
              checked={!chosen.has(key)}
              onChange={(event) => toggle(key, event.target.checked)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
    </Popup>
  );
}

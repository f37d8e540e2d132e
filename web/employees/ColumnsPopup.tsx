import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { furtherColumns } from './roster-table.tsx';

interface ColumnsPopupProps {
  hidden: readonly string[];
  onSave: (hidden: string[]) => Promise<boolean>;
  onClose: () => void;
}

/** Selects the visible columns; stored per user on all devices. */
export function ColumnsPopup({ hidden, onSave, onClose }: ColumnsPopupProps) {
  const [chosen, setChosen] = useState(() => new Set(hidden));
  const [busy, setBusy] = useState(false);
  const toggle = (key: string, shown: boolean) => {
    const next = new Set(chosen);
    if (shown) next.delete(key);
    else next.add(key);
    setChosen(next);
  };
  const save = async () => {
    setBusy(true);
    const kept = await onSave([...chosen]);
    setBusy(false);
    if (kept) onClose();
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

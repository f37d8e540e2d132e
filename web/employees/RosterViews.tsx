import { useState } from 'react';
import * as z from 'zod';
import { savedView, type SavedView } from '../../shared/users/grid-settings.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import type { employees } from '../../shared/contracts/employees.ts';
import { useAddress } from '../app/address.ts';
import { useSearch, useSort } from '../app/ListPage.tsx';
import { rosterTable, furtherColumns } from './roster-table.tsx';
import type { OwnGrid } from './use-grid-settings.ts';

interface ViewsBarProps {
  views: readonly SavedView[];
  current: Omit<SavedView, 'name'>;
  onOpen: (view: SavedView) => void;
  onSave: (views: SavedView[]) => Promise<boolean>;
}

const form = z.object({ name: savedView.shape.name });
const textOf = ({ filter, invitationStatus, sortBy, sortOrder, hiddenColumns }: Omit<SavedView, 'name'>) =>
  JSON.stringify([filter, invitationStatus, sortBy, sortOrder, hiddenColumns.toSorted()]);

function ViewsBar({ views, current, onOpen, onSave }: ViewsBarProps) {
  const [naming, setNaming] = useState(false);
  const confirm = useConfirm();
  const open = views.find((view) => textOf(view) === textOf(current));
  const remove = async ({ name }: SavedView) => {
    const agreed = await confirm({
      title: `Delete the view ${name}`,
      text: 'Only the view is deleted. Employees are not changed.',
      action: 'Delete view',
      danger: true,
    });
    if (agreed) await onSave(views.filter((view) => view.name !== name));
  };
  return (
    <>
      {views.length > 0 && (
        <LabeledSelect
          label="View"
          value={open?.name ?? ''}
          placeholder="Select a view"
          options={views.map(({ name }) => ({ id: name, name }))}
          onChange={(name) => {
            const view = views.find((candidate) => candidate.name === name);
            if (view) onOpen(view);
          }}
        />
      )}
      {open ? (
        <Button icon="trash" onClick={() => void remove(open)}>
          Delete view
        </Button>
      ) : (
        <Button icon="plus" onClick={() => setNaming(true)}>
          Save view
        </Button>
      )}
      {naming && (
        <Popup open title="Save this view" size="small" onClose={() => setNaming(false)}>
          <p>Saves search, filter, order, and columns. A view of the same name is replaced.</p>
          <Form
            schema={form}
            initial={{ name: '' }}
            submitLabel="Save view"
            busyLabel="Saving…"
            guard={false}
            onSubmit={async (values) => {
              const { name } = form.parse(values);
              const others = views.filter((view) => view.name.toLowerCase() !== name.toLowerCase());
              if (await onSave([...others, { name, ...current }])) setNaming(false);
            }}
          >
            <Field name="name" autoComplete="off" />
          </Form>
        </Popup>
      )}
    </>
  );
}

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

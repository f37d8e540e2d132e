import { useState } from 'react';
import * as z from 'zod';
import { savedView, type SavedView } from '../../shared/users/grids/grid-settings.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Field } from '../ui/Field.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';

interface ViewsBarProps {
  views: readonly SavedView[];
  current: Omit<SavedView, 'name'>;
  onOpen: (view: SavedView) => void;
  onSave: (views: SavedView[]) => Promise<boolean>;
}

const form = z.object({ name: savedView.shape.name });
const textOf = ({ filter, invitationStatus, sortBy, sortOrder, hiddenColumns }: Omit<SavedView, 'name'>) =>
  JSON.stringify([filter, invitationStatus, sortBy, sortOrder, hiddenColumns.toSorted()]);

export function ViewsBar({ views, current, onOpen, onSave }: ViewsBarProps) {
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

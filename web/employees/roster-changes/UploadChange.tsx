import { useState } from 'react';
import * as z from 'zod';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import { fileTooLarge, maxUploadBytes, notAWorkbook } from '../../../shared/employees/upload-limits.ts';
import type { UploadCheck } from '../../../shared/employees/files/upload-check.ts';
import { showFailure, useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { fileField } from '../../ui/file-field.ts';
import { Popup } from '../../ui/Popup.tsx';
import { ColumnChoice, needsChoice, type ChosenColumns } from '../ColumnChoice.tsx';

const megabyte = 1024 * 1024;
const kinds = {
  leavers: {
    title: 'Upload leavers',
    label: 'Leavers file',
    facts: [
      'Format: .xlsx or .csv, at most 1 MB and 5,000 rows.',
      'Required column, named in the first row: Email or Key Fob.',
    ],
    accept: ['.xlsx', '.csv'],
    maxBytes: megabyte,
  },
  roster: {
    title: 'Upload a full roster',
    label: 'Roster file',
    facts: [
      'Format: .xlsx, at most 25 KB, with the columns of an employees file.',
      'Include everyone in the program. Memberships of employees who are not in the file end.',
    ],
    accept: ['.xlsx'],
    maxBytes: maxUploadBytes,
  },
} as const;
const forms = {
  leavers: z.object({ file: fileField(kinds.leavers) }),
  roster: z.object({ file: fileField({ ...kinds.roster, tooLarge: fileTooLarge, wrongKind: notAWorkbook }) }),
};

interface UploadChangeProps {
  partnerId: string;
  kind: RosterChangeKind;
  onBegun: (changeId: string) => void;
  onClose: () => void;
}

export function UploadChange({ partnerId, kind, onBegun, onClose }: UploadChangeProps) {
  const begin = useAction(employees.beginRosterChange);
  const check = useAction(employees.checkUpload);
  const save = useAction(employees.saveUploadColumns);
  const [checked, setChecked] = useState<{ file: File; found: UploadCheck }>();
  const { title, facts, accept, maxBytes } = kinds[kind];
  const beginWith = async (file: File) =>
    onBegun((await begin.run({ body: { partnerId, kind } }, { files: { file } })).changeId);
  /** Reads a file after its columns are settled; a full roster has the columns of an employees file. */
  const readFile = async (file: File) => {
    const found =
      kind === 'roster' ? await check.run({ body: { partnerId } }, { files: { file } }) : undefined;
    if (found && needsChoice(found)) setChecked({ file, found });
    else await beginWith(file);
  };
  if (checked)
    return (
      <ColumnsPopup
        {...checked}
        isSaving={save.running || check.running || begin.running}
        onSave={(chosen) => {
          const body = { ...chosen, version: checked.found.mapping.version };
          void save
            .act({ params: { partnerId }, body })
            .then((saved) => (saved ? readFile(checked.file) : undefined))
            .catch(showFailure);
        }}
        onBack={() => setChecked(undefined)}
        onClose={onClose}
      />
    );
  return (
    <Popup open title={title} onClose={onClose}>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>You see a preview first. Nothing is changed until you confirm it.</p>
      <Form
        schema={forms[kind]}
        submitLabel="Read file"
        busyLabel="Reading…"
        guard={false}
        onSubmit={async ({ file }) => {
          if (file) await readFile(file);
        }}
      >
        <Field name="file" kind="file" accept={accept} maxBytes={maxBytes} />
      </Form>
    </Popup>
  );
}

interface ColumnsPopupProps {
  file: File;
  found: UploadCheck;
  isSaving: boolean;
  onSave: (chosen: ChosenColumns) => void;
  onBack: () => void;
  onClose: () => void;
}

function ColumnsPopup({ file, found, isSaving, onSave, onBack, onClose }: ColumnsPopupProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <Popup
      open
      title={`Columns of ${file.name}`}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>Choose another file</Button>
          <span ref={setSlot} className="action-slot" />
        </>
      }
    >
      <ColumnChoice
        key={found.fileHash + found.mapping.version}
        found={found}
        isSaving={isSaving}
        actions={slot}
        onSave={onSave}
      />
    </Popup>
  );
}

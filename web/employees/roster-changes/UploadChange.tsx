import { useState } from 'react';
import * as z from 'zod';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import { importTooLarge, maxImportBytes, maxUploadBytes } from '../../../shared/employees/upload-limits.ts';
import { needsChoice, type UploadCheck } from '../../../shared/employees/files/upload-check.ts';
import { showFailure, useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { fileField, fileSize } from '../../ui/file-field.ts';
import { Popup } from '../../ui/Popup.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { importLargeFile } from './large-file.ts';
import { ColumnsPopup } from './ColumnsPopup.tsx';

const large = 'Format: .xlsx or .csv, at most 20 MB and 200,000 rows';
const kinds = {
  additions: {
    title: 'Import employees',
    label: 'Employees file',
    notes: [
      `${large}, with the columns of an employees file.`,
      'Employees who were uploaded before are skipped, so you can correct a file and import it again.',
    ],
  },
  leavers: {
    title: 'Upload leavers',
    label: 'Leavers file',
    notes: [`${large}.`, 'Required column, named in the first row: Email or Key Fob.'],
  },
  roster: {
    title: 'Upload a full roster',
    label: 'Roster file',
    notes: [
      `${large}, with the columns of an employees file.`,
      'Include everyone in the program. Memberships of employees who are not in the file end.',
    ],
  },
} as const;
const limits = { accept: ['.xlsx', '.csv'], maxBytes: maxImportBytes, tooLarge: importTooLarge } as const;
const formOf = (label: string) => z.object({ file: fileField({ label, ...limits }) });
const forms = {
  additions: formOf(kinds.additions.label),
  leavers: formOf(kinds.leavers.label),
  roster: formOf(kinds.roster.label),
};

/** Files that one request validates, so that errors appear at the field and the columns can be selected. */
const isSmall = (kind: RosterChangeKind, { name, size }: File): boolean =>
  size <= maxUploadBytes && (kind === 'leavers' || name.toLowerCase().endsWith('.xlsx'));

interface UploadChangeProps {
  partnerId: string;
  kind: RosterChangeKind;
  onBegun: (changeId: string) => void;
  onClose: () => void;
}

/** Reads a small file in a request and uploads a large one in parts, with its progress. */
function useReading({ partnerId, kind, onBegun }: Omit<UploadChangeProps, 'onClose'>) {
  const begin = useAction(employees.beginRosterChange);
  const check = useAction(employees.checkUpload);
  const [checked, setChecked] = useState<{ file: File; check: UploadCheck }>();
  const [sent, setSent] = useState<{ bytes: number; total: number }>();
  const importLarge = async (file: File) => {
    const total = file.size;
    setSent({ bytes: 0, total });
    try {
      const begun = await importLargeFile(file, { partnerId, kind }, (bytes) => setSent({ bytes, total }));
      onBegun(begun.changeId);
    } finally {
      setSent(undefined);
    }
  };
  /** Reads a file after its columns are settled; leavers files have none to select. */
  const readFile = async (file: File) => {
    if (!isSmall(kind, file)) return importLarge(file);
    const uploadCheck =
      kind === 'leavers' ? undefined : await check.run({ body: { partnerId } }, { files: { file } });
    if (uploadCheck && needsChoice(uploadCheck)) setChecked({ file, check: uploadCheck });
    else onBegun((await begin.run({ body: { partnerId, kind } }, { files: { file } })).changeId);
  };
  return { readFile, checked, setChecked, sent, isReading: check.running || begin.running };
}

export function UploadChange({ onClose, ...upload }: UploadChangeProps) {
  const { partnerId, kind } = upload;
  const { readFile, checked, setChecked, sent, isReading } = useReading(upload);
  const save = useAction(employees.saveUploadColumns);
  const { title, notes } = kinds[kind];
  if (checked)
    return (
      <ColumnsPopup
        fileName={checked.file.name}
        check={checked.check}
        isSaving={save.running || isReading}
        onSave={(chosen) => {
          const body = { ...chosen, version: checked.check.mapping.version };
          void save
            .act({ params: { partnerId }, body })
            .then((saved) => (saved ? readFile(checked.file) : undefined))
            .catch(showFailure);
        }}
        secondary={<Button onClick={() => setChecked(undefined)}>Choose another file</Button>}
        onClose={onClose}
      />
    );
  return (
    <Popup open title={title} locked={sent !== undefined} onClose={onClose}>
      <ul>
        {notes.map((fact) => (
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
        <Field name="file" kind="file" accept={limits.accept} maxBytes={maxImportBytes} />
        {sent && <UploadProgress {...sent} />}
      </Form>
    </Popup>
  );
}

const UploadProgress = ({ bytes, total }: { bytes: number; total: number }) => (
  <ProgressBar
    label="Uploading the file"
    done={bytes}
    total={total}
    text={`${fileSize(bytes)} of ${fileSize(total)} uploaded`}
  />
);

import * as z from 'zod';
import { employees } from '../../../shared/employees/contract.ts';
import type { RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import { fileTooLarge, largestUpload, notAWorkbook } from '../../../shared/employees/upload-limits.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Field } from '../../ui/Field.tsx';
import { fileField } from '../../ui/file-field.ts';
import { Popup } from '../../ui/Popup.tsx';

const megabyte = 1024 * 1024;
const kinds = {
  leavers: {
    title: 'Upload leavers',
    label: 'Leavers file',
    facts: [
      'Format: .xlsx or .csv, at most 1 MB and 5,000 rows.',
      'One column, named in the first row, is enough: Email or Key Fob.',
    ],
    accept: ['.xlsx', '.csv'],
    maxBytes: megabyte,
  },
  roster: {
    title: 'Upload a full roster',
    label: 'Roster file',
    facts: [
      'Format: .xlsx, at most 25 KB, with the columns of an employees file.',
      'Name everybody who belongs to the program. Whoever is not in the file leaves.',
    ],
    accept: ['.xlsx'],
    maxBytes: largestUpload,
  },
} as const;
const forms = {
  leavers: z.object({ file: fileField(kinds.leavers) }),
  roster: z.object({
    file: fileField({ ...kinds.roster, tooLarge: fileTooLarge, wrongKind: notAWorkbook }),
  }),
};

interface UploadChangeProps {
  partnerId: string;
  kind: RosterChangeKind;
  onBegun: (changeId: string) => void;
  onClose: () => void;
}

/** Uploads a file that says who leaves, or everybody who belongs; nothing is changed before it is confirmed. */
export function UploadChange({ partnerId, kind, onBegun, onClose }: UploadChangeProps) {
  const begin = useAction(employees.beginRosterChange);
  const { title, facts, accept, maxBytes } = kinds[kind];
  return (
    <Popup open title={title} onClose={onClose}>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>You see what the file would do first. Nothing is changed until you confirm it.</p>
      <Form
        schema={forms[kind]}
        submitLabel="Read file"
        busyLabel="Reading…"
        guard={false}
        onSubmit={async ({ file }) => {
          const body = { partnerId, kind };
          if (file) onBegun((await begin.run({ body }, { files: { file } })).changeId);
        }}
      >
        <Field name="file" kind="file" accept={accept} maxBytes={maxBytes} />
      </Form>
    </Popup>
  );
}

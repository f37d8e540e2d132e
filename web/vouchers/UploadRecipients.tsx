import { useState } from 'react';
import * as z from 'zod';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import {
  invalidLine,
  maxRecipientsFileBytes,
  maxMetadataColumns,
  recipientsTooLarge,
  recipientsWrongKind,
  type InvalidLine,
} from '../../shared/vouchers/recipient-rows.ts';
import { plural } from '../../shared/number-words.ts';
import { CallError } from '../platform/call-error.ts';
import { showFailure, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import type { Program } from './program-form.ts';

const form = z.object({
  recipientsFile: fileField({
    label: 'Recipients file',
    accept: ['.xlsx'],
    maxBytes: maxRecipientsFileBytes,
    tooLarge: recipientsTooLarge,
    wrongKind: recipientsWrongKind,
  }),
});
const invalidResponse = z.object({ invalidLines: z.array(invalidLine), validCount: z.int() });

/** Invalid lines of a file, and the number of its other rows. */
interface Invalid {
  file: File;
  lines: readonly InvalidLine[];
  validCount: number;
  isImported: boolean;
}

function invalidIn(file: File, error: unknown): Invalid | undefined {
  const invalidRows = error instanceof CallError ? invalidResponse.safeParse(error.response).data : undefined;
  return (
    invalidRows && {
      file,
      lines: invalidRows.invalidLines,
      validCount: invalidRows.validCount,
      isImported: false,
    }
  );
}

interface UploadProps {
  program: Program;
  onBegun: () => Promise<unknown>;
}

function useRecipientsUpload({ program, onBegun }: UploadProps) {
  const upload = useAction(vouchers.uploadRecipients);
  const confirm = useConfirm();
  const [invalid, setInvalid] = useState<Invalid>();
  const [added, setAdded] = useState(0);
  const send = async (file: File, partOf?: Invalid): Promise<false | undefined> => {
    const before = program.sums.recipients;
    const isWanted =
      before === 0 ||
      (await confirm({
        title: 'Replace recipients and codes?',
        text: `The ${before.toLocaleString('en-US')} recipients of this program and their codes will be removed. They have not been sent.`,
        action: 'Replace recipients',
      }));
    if (!isWanted) return false;
    try {
      const body = { voucherProgramId: program.id, ...(partOf && { validRowsOnly: 'true' as const }) };
      await upload.run({ body }, { files: { recipientsFile: file } });
    } catch (error) {
      const invalidRows = invalidIn(file, error);
      if (!invalidRows) throw error;
      setInvalid(invalidRows);
      return false;
    }
    setInvalid(partOf && { ...partOf, isImported: true });
    setAdded(added + 1);
    await onBegun();
    return undefined;
  };
  return { send, invalid, added, isRunning: upload.running };
}

/** Uploads recipients; a new file replaces recipients and codes after a confirmation. */
export function UploadRecipients(props: UploadProps) {
  const { send, invalid, added, isRunning } = useRecipientsUpload(props);
  return (
    <Card title="Recipients file">
      <p>
        One row per recipient, with a column Email. Up to {maxMetadataColumns} other columns are saved and
        shown beside it. At most 10,000 rows and 1 MB.
      </p>
      <Form
        key={added}
        schema={form}
        submitLabel="Upload"
        busyLabel="Uploading…"
        guard={false}
        onSubmit={({ recipientsFile }) => (recipientsFile ? send(recipientsFile) : Promise.resolve(false))}
      >
        <Field name="recipientsFile" kind="file" accept={['.xlsx']} maxBytes={maxRecipientsFileBytes} />
      </Form>
      <div role="alert">
        {invalid && (
          <InvalidLines
            invalid={invalid}
            busy={isRunning}
            onAccept={() => void send(invalid.file, invalid).catch(showFailure)}
          />
        )}
      </div>
    </Card>
  );
}

interface InvalidLinesProps {
  invalid: Invalid;
  busy: boolean;
  onAccept: () => void;
}

const InvalidLines = ({ invalid, busy, onAccept }: InvalidLinesProps) => (
  <div className="alert alert-error invalid-lines">
    <div>
      <p className="alert-title">The following data is invalid:</p>
      <ul>
        {invalid.lines.map(({ line, reason }) => (
          <li key={line}>
            <strong>Line {line}</strong>: {reason}
          </li>
        ))}
      </ul>
      <p>
        {invalid.isImported
          ? 'The other rows are imported. To add these recipients, correct the lines and upload the whole file again.'
          : 'No recipients were imported. Correct these lines in your file, then upload it again.'}
      </p>
      {!invalid.isImported && invalid.validCount > 0 && (
        <Button busy={busy} busyLabel="Uploading…" onClick={onAccept}>
          {`Import ${plural(invalid.validCount, 'valid row', 'valid rows')}`}
        </Button>
      )}
    </div>
  </div>
);

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
import { CallError } from '../platform/call-error.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
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
const invalidResponse = z.object({ invalidLines: z.array(invalidLine) });

const linesIn = (error: unknown): InvalidLine[] | undefined =>
  error instanceof CallError ? invalidResponse.safeParse(error.response).data?.invalidLines : undefined;

/** Uploads recipients; a new file replaces recipients and codes after a confirmation. */
export function UploadRecipients({
  program,
  onBegun,
}: {
  program: Program;
  onBegun: () => Promise<unknown>;
}) {
  const upload = useAction(vouchers.uploadRecipients);
  const confirm = useConfirm();
  const [invalid, setInvalid] = useState<InvalidLine[]>([]);
  const [taken, setTaken] = useState(0);
  const send = async (file: File): Promise<false | undefined> => {
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
      await upload.run({ body: { voucherProgramId: program.id } }, { files: { recipientsFile: file } });
    } catch (error) {
      const lines = linesIn(error);
      if (!lines) throw error;
      setInvalid(lines);
      return false;
    }
    setInvalid([]);
    setTaken(taken + 1);
    await onBegun();
    return undefined;
  };
  return (
    <Card title="Recipients file">
      <p>
        One row per recipient, with a column Email. Up to {maxMetadataColumns} other columns are saved and
        shown beside it. At most 10,000 rows and 1 MB.
      </p>
      <Form
        key={taken}
        schema={form}
        submitLabel="Upload"
        busyLabel="Uploading…"
        guard={false}
        onSubmit={({ recipientsFile }) => (recipientsFile ? send(recipientsFile) : Promise.resolve(false))}
      >
        <Field name="recipientsFile" kind="file" accept={['.xlsx']} maxBytes={maxRecipientsFileBytes} />
      </Form>
      <div role="alert">{invalid.length > 0 && <InvalidLines lines={invalid} />}</div>
    </Card>
  );
}

const InvalidLines = ({ lines }: { lines: readonly InvalidLine[] }) => (
  <div className="alert alert-error invalid-lines">
    <div>
      <p className="alert-title">The following data is invalid:</p>
      <ul>
        {lines.map(({ line, reason }) => (
          <li key={line}>
            <strong>Line {line}</strong>: {reason}
          </li>
        ))}
      </ul>
      <p>No recipients were imported. Correct these lines in your file, then upload it again.</p>
    </div>
  </div>
);

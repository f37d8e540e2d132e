import * as z from 'zod';
import { visits } from '../../shared/visits/contract.ts';
import { useAddress } from '../app/address.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ImportResult } from './ImportResult.tsx';

const largest = 4_000_000;
const form = z.object({
  file: fileField({
    label: 'Check-in file',
    accept: ['.csv', '.xlsx'],
    maxBytes: largest,
    tooLarge: 'This file is larger than 4 MB. Split it, for example by club.',
    wrongKind: 'Choose a file that ends in .csv or .xlsx.',
  }),
});

export default function ImportVisitsPage() {
  const [{ job }, change] = useAddress('job');
  const upload = useAction(visits.importCheckIns);
  return (
    <>
      <PageHeading
        title="Import visits"
        lead="Import check-ins as facilities report them. Importing the same file again has no effect."
      />
      <Card title="Check-in file">
        <p>
          The first line names the columns: Key Fob (or Member ID, or Email), Club ID and Date; Time if the
          club reports it. Up to 50,000 lines.
        </p>
        <Form
          key={job ?? 'none'}
          schema={form}
          submitLabel="Import check-ins"
          busyLabel="Uploading…"
          submitKind="action"
          guard={false}
          onSubmit={async ({ file }) => {
            if (file) change({ job: (await upload.run({ body: {} }, { files: { file } })).jobId });
          }}
        >
          <Field name="file" kind="file" accept={['.csv', '.xlsx']} maxBytes={largest} />
        </Form>
      </Card>
      {job && <ImportResult jobId={job} />}
    </>
  );
}

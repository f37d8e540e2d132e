import { type ReactNode, useMemo } from 'react';
import * as z from 'zod';
import { largestUpload, uploadTooLarge } from '../../shared/upload-size.ts';
import { useAddress } from '../app/address.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ImportResult, type ImportedRows } from './ImportResult.tsx';

const accept = ['.csv', '.xlsx'] as const;

interface ImportPageProps extends ImportedRows {
  title: string;
  lead: string;
  fileLabel: string;
  submitLabel: string;
  /** How to split a file that is too large, such as "by state". */
  splitBy: string;
  /** Starts the import of a file; returns the job ID. */
  upload: (file: File) => Promise<string>;
  /** Description of the required file contents. */
  children: ReactNode;
}

/** A page that imports the rows of a file by a job; the job ID is in the address. */
export function ImportPage({ title, lead, fileLabel, submitLabel, splitBy, ...page }: ImportPageProps) {
  const { upload, children, ...rows } = page;
  const [{ job }, change] = useAddress('job');
  const form = useMemo(
    () =>
      z.object({
        file: fileField({
          label: fileLabel,
          accept,
          maxBytes: largestUpload,
          tooLarge: uploadTooLarge(splitBy),
          wrongKind: 'Choose a file that ends in .csv or .xlsx.',
        }),
      }),
    [fileLabel, splitBy],
  );
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <Card title={fileLabel}>
        {children}
        <Form
          key={job ?? 'none'}
          schema={form}
          submitLabel={submitLabel}
          busyLabel="Uploading…"
          submitKind="action"
          guard={false}
          onSubmit={async ({ file }) => {
            if (file) change({ job: await upload(file) });
          }}
        >
          <Field name="file" kind="file" accept={accept} maxBytes={largestUpload} />
        </Form>
      </Card>
      {job && <ImportResult jobId={job} {...rows} />}
    </>
  );
}

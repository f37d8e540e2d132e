import { type ReactNode, useMemo } from 'react';
import * as z from 'zod';
import { largestUpload, uploadTooLarge } from '../../shared/media-types.ts';
import { isNothingImported, type Job, type RefusedRow } from '../../shared/jobs/job.ts';
import { useAddress } from '../app/address.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { showFailure, useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { JobProgress } from './JobProgress.tsx';

const accept = ['.csv', '.xlsx'] as const;

interface ImportPageProps extends ImportedRows {
  title: string;
  lead: string;
  fileLabel: string;
  submitLabel: string;
  splitBy: string;
  /** Returns the job; undefined if the file was not imported yet. */
  upload: (file: File) => Promise<string | undefined>;
  children: ReactNode;
}

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
            const begun = file && (await upload(file));
            if (begun) change({ job: begun });
          }}
        >
          <Field name="file" kind="file" accept={accept} maxBytes={largestUpload} />
        </Form>
      </Card>
      {job && <ImportResult jobId={job} {...rows} />}
    </>
  );
}

const maxRows = 500;

interface ImportedRows {
  label: string;
  messageOf: (result: Job['result']) => string;
  columns: readonly Column<RefusedRow>[];
  downloadFailed: (jobId: string) => Promise<unknown>;
}

function ImportResult({
  jobId,
  label,
  messageOf,
  columns,
  downloadFailed,
}: ImportedRows & { jobId: string }) {
  const { job, error, reload } = useJob(jobId);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={3} />;
  const rows = job.result.rows ?? [];
  const displayedJob = job.status === 'done' ? { ...job, message: messageOf(job.result) } : job;
  return (
    <>
      <JobProgress
        job={displayedJob}
        label={label}
        doneLabel={isNothingImported(job.result) ? 'Nothing was imported' : 'Import finished'}
      />
      {job.result.notes?.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      {rows.length > 0 && (
        <>
          <p>
            <Button icon="download" onClick={() => void downloadFailed(jobId).catch(showFailure)}>
              Download failed rows
            </Button>
          </p>
          <Table
            caption={
              rows.length === 1 ? '1 row failed' : `${rows.length.toLocaleString('en-US')} rows failed`
            }
            height="60vh"
            rows={rows.slice(0, maxRows)}
            rowKey={({ line }) => String(line)}
            columns={[
              { key: 'line', title: 'Line', kind: 'number', width: '72px' },
              ...columns,
              { key: 'reason', title: 'Reason', wrap: true },
            ]}
          />
        </>
      )}
    </>
  );
}

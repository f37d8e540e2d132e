import * as z from 'zod';
import { clubColumns, clubFields } from '../../../shared/facilities/club-columns.ts';
import { facilities } from '../../../shared/facilities/contract.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { useAddress } from '../../app/address.ts';
import { download } from '../../app/api.ts';
import { showFailure, useAction, useJob } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { JobProgress } from '../../jobs/JobProgress.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { fileField } from '../../ui/file-field.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';

const largest = 4_000_000;
const form = z.object({
  file: fileField({
    label: 'Facilities file',
    accept: ['.csv', '.xlsx'],
    maxBytes: largest,
    tooLarge: 'This file is larger than 4 MB. Split it, for example by state.',
    wrongKind: 'Choose a file that ends in .csv or .xlsx.',
  }),
});

const titles = (isOptional: boolean) =>
  new Intl.ListFormat('en-US').format(
    clubFields
      .map((field) => clubColumns[field])
      .filter((column) => 'optional' in column === isOptional)
      .map(({ title }) => title),
  );

export default function ImportClubsPage() {
  const [{ job }, change] = useAddress('job');
  const upload = useAction(facilities.importClubs);
  return (
    <>
      <PageHeading
        title="Import facilities"
        lead="Add and change facilities from a file. Importing the same file again has no effect."
      />
      <Card title="Facilities file">
        <ul>
          <li>Needed columns, named in the first row: {titles(false)}.</li>
          <li>Columns you can add: {titles(true)}. A blank cell leaves what is there.</li>
          <li>The map uses the ZIP code unless you give latitude and longitude.</li>
        </ul>
        <Form
          key={job ?? 'none'}
          schema={form}
          submitLabel="Import facilities"
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

const count = (number = 0) => number.toLocaleString('en-US');

const sentenceOf = (job: Job): Job =>
  job.status === 'done'
    ? {
        ...job,
        message: `${count(job.result.added)} added, ${count(job.result.changed)} changed, ${count(job.result.kept)} the same already, ${count(job.result.failed)} failed.`,
      }
    : job;

/** How the import goes, and the rows that failed with what to write instead. */
function ImportResult({ jobId }: { jobId: string }) {
  const { job, error, reload } = useJob(jobId);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={3} />;
  const rows = job.result.rows ?? [];
  return (
    <>
      <JobProgress job={sentenceOf(job)} label="Importing facilities" />
      {rows.length > 0 && (
        <>
          <p>
            <Button
              icon="download"
              onClick={() => void download(facilities.failedClubs, { params: { jobId } }).catch(showFailure)}
            >
              Download failed rows
            </Button>
          </p>
          <Table
            caption={rows.length === 1 ? '1 row failed' : `${count(rows.length)} rows failed`}
            height="60vh"
            rows={rows.slice(0, 500)}
            rowKey={({ line }) => String(line)}
            columns={[
              { key: 'line', title: 'Line', kind: 'number', width: '72px' },
              { key: 'id', title: 'Facility ID', render: ({ cells }) => cells['Facility ID'] || '–' },
              { key: 'name', title: 'Name', render: ({ cells }) => cells.Name || '–' },
              { key: 'reason', title: 'Reason', wrap: true },
            ]}
          />
        </>
      )}
    </>
  );
}

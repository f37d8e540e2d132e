import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type RefusedRow, needsFix, resultDays, type Job } from '../../shared/jobs/job.ts';
import { fileColumns, fileFields } from '../../shared/employees/column-questions.ts';
import { plural } from '../../shared/number-words.ts';
import { pathTo } from '../app/addresses.ts';
import { useJob } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { useAddress } from '../app/address.ts';
import { useSession } from '../app/session.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { employeesAddress } from './addresses.ts';
import { DownloadRows, FixRows } from './FixRows.tsx';
import './employees.css';

const note =
  'Here is the list of members that have not been uploaded. Please fix their information in file and try again';

export default function UploadResultsPage() {
  const { role } = useSession();
  const [{ job: jobId, partner = '' }] = useAddress('job', 'partner');
  const { job, error, reload } = useJob(jobId ?? null);
  const back = (
    <Link className={buttonClass()} to={employeesAddress(role, partner)}>
      Back
    </Link>
  );
  if (!jobId)
    return (
      <>
        <PageHeading title="Upload results" />
        <EmptyState
          title="No upload selected"
          text="Upload employees to see their results here."
          action={back}
        />
      </>
    );
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={8} />;
  const { fileName = 'Employees file', rows = [], failed = 0, discarded, notes = [] } = job.result;
  return (
    <>
      <PageHeading
        title={fileName}
        lead={failed > 0 && !discarded ? note : undefined}
        actions={
          <>
            {back}
            {rows.length > 0 && <DownloadRows jobId={jobId} />}
          </>
        }
      />
      {job.status !== 'done' && <JobProgress job={job} label="Uploading employees" />}
      {notes.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
      {rows.length > 0 || discarded ? (
        <RowsToFix job={job} partnerId={partner} onChanged={reload} />
      ) : (
        job.status === 'done' && <NoRows hasFailed={failed > 0} back={back} />
      )}
    </>
  );
}

const NoRows = ({ hasFailed, back }: { hasFailed: boolean; back: ReactNode }) =>
  hasFailed ? (
    <EmptyState
      title="The failed rows were deleted"
      text={`Failed rows are stored for ${resultDays} days. Upload the file again.`}
      action={back}
    />
  ) : (
    <EmptyState icon="check-circle" title="Every row was uploaded" action={back} />
  );

interface RowsToFixProps {
  job: Job;
  partnerId: string;
  onChanged: () => void;
}

/** Failed rows of an upload, or a link to the later upload that contains them. */
function RowsToFix({ job, partnerId, onChanged }: RowsToFixProps) {
  const { rows = [], uploaded = 0, continuedIn, discarded } = job.result;
  const later = useJob(continuedIn ?? null);
  const toFix = rows.filter(needsFix);
  const others = rows.length - toFix.length;
  if (continuedIn !== undefined && !later.job && !later.error) return <SkeletonLines lines={4} />;
  if (later.job && later.job.status !== 'failed')
    return (
      <EmptyState
        title="Continued in a later upload"
        text="You fixed some of these rows. The remaining rows are in the later upload."
        action={
          <Link
            className={buttonClass('primary')}
            to={pathTo('uploadResults', {}, { job: later.job.id, partner: partnerId })}
          >
            Open the later upload
          </Link>
        }
      />
    );
  if (discarded) return <DiscardedRows rows={toFix} {...discarded} />;
  return (
    <>
      <p aria-live="polite">
        <strong>{`${uploaded.toLocaleString('en-US')} uploaded, ${toFix.length.toLocaleString('en-US')} to fix.`}</strong>
        {others > 0 &&
          ` ${plural(others, 'row needs', 'rows need')} no fix: the person is on the roster or in an earlier row.`}
      </p>
      <FixRows
        key={job.id}
        jobId={job.id}
        partnerId={partnerId}
        rows={[...toFix, ...rows.filter((row) => !needsFix(row))]}
        onChanged={onChanged}
      />
    </>
  );
}

interface DiscardedRowsProps {
  rows: readonly RefusedRow[];
  count: number;
  who: string;
  at: string;
}

const DiscardedRows = ({ rows, count, who, at }: DiscardedRowsProps) => (
  <>
    <p aria-live="polite">
      <strong>
        {`${who} discarded ${plural(count, 'row', 'rows')} on `}
        <DateText date={at} />.
      </strong>{' '}
      {count === 1 ? 'This person was' : 'These people were'} not added.
    </p>
    <Table
      caption="Discarded rows"
      captionHidden
      columns={[
        { key: 'line', title: 'Line', render: ({ line }) => `Line ${line}` },
        { key: 'reason', title: 'Reason', wrap: true },
        ...fileFields
          .map((field) => fileColumns[field].title)
          .filter((title) => rows.some(({ cells }) => cells[title]))
          .map((title) => ({ key: title, title, render: ({ cells }: RefusedRow) => cells[title] ?? '' })),
      ]}
      rows={rows}
      rowKey={({ line }) => String(line)}
    />
  </>
);

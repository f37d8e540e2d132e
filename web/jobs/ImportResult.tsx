import type { Job, RefusedRow } from '../../shared/jobs/job.ts';
import { showFailure, useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';
import { JobProgress } from './JobProgress.tsx';

const shownRows = 500;

export interface ImportedRows {
  /** Progress label, such as "Importing facilities". */
  label: string;
  /** Returns the summary of a completed job. */
  messageOf: (result: Job['result']) => string;
  /** Columns of a failed row besides its line and reason. */
  columns: readonly Column<RefusedRow>[];
  downloadFailed: (jobId: string) => Promise<unknown>;
}

/** Displays the progress of an import and its failed rows with reasons. */
export function ImportResult({
  jobId,
  label,
  messageOf: sentenceOf,
  columns,
  downloadFailed,
}: ImportedRows & { jobId: string }) {
  const { job, error, reload } = useJob(jobId);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={3} />;
  const rows = job.result.rows ?? [];
  const displayedJob = job.status === 'done' ? { ...job, message: sentenceOf(job.result) } : job;
  return (
    <>
      <JobProgress job={displayedJob} label={label} doneLabel="Import finished" />
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
            rows={rows.slice(0, shownRows)}
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

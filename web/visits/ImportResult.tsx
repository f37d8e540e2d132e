import type { Job } from '../../shared/jobs/job.ts';
import { visits } from '../../shared/visits/contract.ts';
import { download } from '../app/api.ts';
import { showFailure, useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';

const count = (number = 0) => number.toLocaleString('en-US');

const sentenceOf = ({ status, message, result: { uploaded, notCounted, kept, failed } }: Job): string =>
  status === 'done'
    ? `${count(uploaded)} counted, ${count(notCounted)} kept but not counted, ${count(kept)} imported before, ${count(failed)} failed.`
    : message;

/** How an import goes, and which of its rows failed. */
export function ImportResult({ jobId }: { jobId: string }) {
  const { job, error, reload } = useJob(jobId);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={3} />;
  const rows = job.result.rows ?? [];
  return (
    <>
      <Card
        title={job.result.fileName ?? 'Check-ins'}
        aside={
          rows.length > 0 && (
            <Button
              small
              icon="download"
              onClick={() => void download(visits.failedCheckIns, { params: { jobId } }).catch(showFailure)}
            >
              Download failed rows
            </Button>
          )
        }
      >
        <ProgressBar
          label={job.status === 'done' ? 'Imported' : 'Importing check-ins'}
          done={job.done}
          total={job.total}
          state={job.status === 'done' ? 'finished' : job.status}
          sentence={sentenceOf(job)}
        />
      </Card>
      {rows.length > 0 && (
        <Table
          caption={rows.length === 1 ? '1 row failed' : `${count(rows.length)} rows failed`}
          height="60vh"
          rows={rows.slice(0, 500)}
          rowKey={({ line }) => String(line)}
          columns={[
            { key: 'line', title: 'Line', kind: 'number', width: '72px' },
            { key: 'reason', title: 'Reason', wrap: true },
            {
              key: 'who',
              title: 'Member',
              render: ({ cells }) => cells['Key Fob'] || cells['Member ID'] || cells.Email || '–',
            },
            { key: 'club', title: 'Club ID', render: ({ cells }) => cells['Club ID'] || '–' },
            { key: 'date', title: 'Date', render: ({ cells }) => cells.Date || '–' },
          ]}
        />
      )}
    </>
  );
}

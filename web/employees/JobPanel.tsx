import { Link } from 'react-router-dom';
import type { Job, RefusedRow, JobKind } from '../../shared/jobs/job.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { pathTo } from '../app/addresses.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { Table } from '../ui/Table.tsx';
import { useList, useJob } from '../app/data.ts';
import { MemberName } from '../app/MemberName.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

interface ResultsProps {
  job: Job;
  partnerId: string;
  onClose: () => void;
}

function JobResults({ job, partnerId, onClose }: ResultsProps) {
  const { uploaded = 0, added = 0, changed = 0, failed = 0, rows = [] } = job.result;
  const isUpload = job.kind === 'employees upload';
  const isBulk = job.kind === 'employees bulk';
  const good = isUpload ? uploaded : isBulk ? changed : added;
  const query = { job: job.id, partner: partnerId };
  return (
    <Popup
      open
      title={titles[job.kind] ?? 'Results'}
      size={isBulk ? 'large' : failed > 0 && !isUpload ? 'medium' : 'small'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isUpload && failed > 0 && (
            <Link className={buttonClass('primary')} to={pathTo('uploadResults', {}, query)}>
              View Details
            </Link>
          )}
        </>
      }
    >
      <dl className="job-results">
        <Result label="Processed" count={good + failed} />
        <Result label={goodWords[job.kind] ?? 'Done'} count={good} />
        <Result label="Failed" count={failed} failed={failed > 0} />
      </dl>
      {isBulk && <BulkResults jobId={job.id} />}
      {!isUpload && rows.length > 0 && <Refused rows={rows} />}
    </Popup>
  );
}

const titles: Partial<Record<Job['kind'], string>> = {
  'key fobs': 'Key fobs',
  'employees upload': 'Upload results',
  'employees bulk': 'Results',
  invitations: 'Invitations',
};
const goodWords: Partial<Record<Job['kind'], string>> = {
  'key fobs': 'Added',
  'employees upload': 'Uploaded',
  invitations: 'Invited',
};

const Result = ({ label, count, failed }: { label: string; count: number; failed?: boolean }) => (
  <div data-failed={failed}>
    <dt>{label}</dt>
    <dd>{count.toLocaleString('en-US')}</dd>
  </div>
);

const Refused = ({ rows }: { rows: readonly RefusedRow[] }) => (
  <Table
    caption="Failed rows"
    rows={rows}
    rowKey={({ line, cells }) => `${line} ${Object.values(cells).join(' ')}`}
    height="240px"
    compact
    columns={[
      { key: 'cells', title: 'Entry', render: ({ cells }) => Object.values(cells).join(', ') },
      { key: 'reason', title: 'Reason', wrap: true },
    ]}
  />
);

function BulkResults({ jobId }: { jobId: string }) {
  const list = useList(employees.bulkResults, { params: { jobId }, query: {} });
  return (
    <Table
      {...list}
      totalCount={undefined}
      compact
      height="280px"
      caption="Results by employee"
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          key: 'memberName',
          title: 'Employee',
          render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
        },
        {
          key: 'success',
          title: 'Result',
          render: ({ success }) => (
            <StatusBadge color={success ? 'green' : 'beet'} label={success ? 'Done' : 'Not done'} />
          ),
        },
        { key: 'message', title: 'Result', wrap: true },
      ]}
    />
  );
}

interface JobPanelProps {
  jobId: string;
  partnerId: string;
  onFinished: () => void;
  onClose: () => void;
}

const labels: Partial<Record<JobKind, string>> = {
  'key fobs': 'Adding key fobs',
  'employees upload': 'Uploading employees',
  'employees bulk': 'Updating selected employees',
  invitations: 'Sending invitations',
};

/** Shows the progress of a job; its ID is in the URL, so the progress survives a reload. */
export function JobPanel({ jobId, partnerId, onFinished, onClose }: JobPanelProps) {
  const { job, error, reload } = useJob(jobId);
  const [hasLoaded, setHasLoaded] = useState(false);
  const isReported = useRef(false);
  useEffect(() => {
    if (!job || job.status === 'running' || isReported.current) return;
    isReported.current = true;
    onFinished();
  }, [job, onFinished]);
  if (error && !job)
    return (
      <Card aside={<Button onClick={onClose}>Close</Button>}>
        <FailedState error={error} onRetry={reload} />
      </Card>
    );
  if (!job) return <SkeletonLines lines={2} />;
  const close = () => {
    setHasLoaded(true);
    onClose();
  };
  return (
    <>
      <Card>
        <ProgressBar
          label={labels[job.kind] ?? 'Working'}
          done={job.status === 'done' ? job.total : job.done}
          total={job.total}
          state={stateOf(job)}
          text={job.status === 'running' ? undefined : job.message}
        />
        {job.status === 'running' && <p className="quiet">You can leave this page. The job continues.</p>}
        {job.status === 'failed' && <Button onClick={onClose}>Close</Button>}
      </Card>
      {job.status === 'done' && !hasLoaded && <JobResults job={job} partnerId={partnerId} onClose={close} />}
    </>
  );
}

const stateOf = ({ status }: Job) =>
  status === 'done' ? 'finished' : status === 'failed' ? 'failed' : 'running';

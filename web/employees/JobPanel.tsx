import { useEffect, useRef, useState } from 'react';
import type { Job, JobKind } from '../../shared/jobs/job.ts';
import { useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { JobResults } from './JobResults.tsx';

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

import { useEffect, useRef } from 'react';
import type { JobKind } from '../../shared/jobs/job.ts';
import { useJob } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

interface VoucherJobProps {
  jobId: string;
  onFinished: () => unknown;
  /** Hides the result of a successful job, which the sums below show. */
  isQuiet?: boolean;
}

const labels: Partial<Record<JobKind, string>> = {
  'voucher recipients': 'Importing recipients',
  'voucher publication': 'Sending vouchers',
};

/** Follows the program's job, also after a reload and for other users. */
export function VoucherJob({ jobId, onFinished, isQuiet }: VoucherJobProps) {
  const { job, error, reload } = useJob(jobId);
  // the job may have ended before the page was opened
  const isReported = useRef(false);
  const status = job?.status;
  useEffect(() => {
    if (!status || status === 'running' || isReported.current) return;
    isReported.current = true;
    void onFinished();
  }, [status, onFinished]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return isQuiet ? null : <SkeletonLines lines={2} />;
  if (isQuiet && job.status === 'done') return null;
  return (
    <Card>
      <ProgressBar
        label={labels[job.kind] ?? 'Working'}
        done={job.status === 'done' ? job.total : job.done}
        total={job.total}
        state={job.status === 'done' ? 'finished' : job.status}
        text={job.status === 'running' ? undefined : job.message}
      />
      {job.status === 'running' && (
        <p className="quiet">You can leave this page. The job continues in the background.</p>
      )}
    </Card>
  );
}

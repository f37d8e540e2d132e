import { useEffect } from 'react';
import { useJob } from '../app/data.ts';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** How a received file is processed; tells when it is done, so that what is shown beside it is read again. */
export function InboxProgress({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  useEffect(() => {
    if (isOver) onDone();
    // once, when it is over: the lists that are read again are new at every render
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={1} />;
  return (
    <ProgressBar
      label={job.status === 'done' ? 'Processed' : 'Processing'}
      done={job.done}
      total={job.total}
      state={job.status === 'done' ? 'finished' : job.status}
      sentence={job.message}
    />
  );
}

import { useEffect } from 'react';
import { useJob } from '../app/data.ts';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** Progress of a received file; calls `onDone` when processing ends, so that the page can refetch its lists. */
export function InboxProgress({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  useEffect(() => {
    if (isOver) onDone();
    // once per end: `onDone` is a new function at every render
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
      text={job.message}
    />
  );
}

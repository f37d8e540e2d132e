import { useEffect } from 'react';
import { useJob } from '../app/data.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Shows the progress of a proof and calls `onDone` when it is finished. */
export function ProofProgress({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  useEffect(() => {
    if (isOver) onDone();
    // once, when it is over
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={1} />;
  // The result is shown below.
  if (job.status === 'done') return null;
  return (
    <ProgressBar label="Proving" done={job.done} total={job.total} state={job.status} text={job.message} />
  );
}

import { useEffect } from 'react';
import { useJob } from '../app/data.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** How far a proof is; tells when it is over, so that its result is read. */
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
  // what came of it is below
  if (job.status === 'done') return null;
  return (
    <ProgressBar
      label="Proving"
      done={job.done}
      total={job.total}
      state={job.status}
      sentence={job.message}
    />
  );
}

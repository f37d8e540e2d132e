import { useEffect, useRef } from 'react';
import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { useJob } from '../../app/data.ts';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';

const labels = {
  judging: 'Reading the file',
  running: 'Applying the changes',
  takingBack: 'Taking the changes back',
} as const;

/** Follows the work on a roster change; a reload goes on where it was. */
export function ChangeProgress({ change, onFinished }: { change: RosterChange; onFinished: () => void }) {
  const { job, error, reload } = useJob(change.jobId);
  const told = useRef(false);
  useEffect(() => {
    if (!job || job.status === 'running' || told.current) return;
    told.current = true;
    onFinished();
  }, [job, onFinished]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  return (
    <Card>
      <ProgressBar
        label={labels[change.status as keyof typeof labels]}
        done={job.done}
        total={job.total}
        state={job.status === 'failed' ? 'failed' : 'running'}
        sentence={job.message}
      />
      <p className="quiet">You can leave this page; the work goes on, and nothing is done twice.</p>
    </Card>
  );
}

import { useEffect, useRef } from 'react';
import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { jobs } from '../../../shared/contracts/jobs.ts';
import { useAction, useJob } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';

const labels = {
  judging: 'Reading the file',
  running: 'Applying the changes',
  takingBack: 'Undoing the changes',
} as const;

/** Shows the progress of a roster change, which survives a reload. */
export function ChangeProgress({ change, onFinished }: { change: RosterChange; onFinished: () => void }) {
  const { job, error, reload } = useJob(change.jobId);
  const resume = useAction(jobs.resume);
  const { role } = useSession();
  const isReported = useRef(false);
  useEffect(() => {
    const isOver = job !== undefined && job.status !== 'running';
    if (isOver && !isReported.current) onFinished();
    isReported.current = isOver;
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
        text={job.message}
      />
      {job.status !== 'failed' ? (
        <p className="quiet">You can leave this page. The changes continue.</p>
      ) : role === 'systemAdmin' ? (
        <div className="form-actions">
          <Button
            kind="primary"
            small
            busy={resume.running}
            busyLabel="Continuing…"
            onClick={() => void resume.act({ params: { jobId: job.id } }).then(reload)}
          >
            Continue with the remaining rows
          </Button>
        </div>
      ) : (
        <p className="quiet">Ask an administrator to continue with the remaining rows on this page.</p>
      )}
    </Card>
  );
}

import { useEffect, useRef } from 'react';
import { jobs } from '../../shared/contracts/jobs.ts';
import { resumableJobs, type Job } from '../../shared/jobs/job.ts';
import { useAction, useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

interface ProgressProps {
  jobId: string;
  labels?: readonly [running: string, done: string];
  messageOf?: (job: Job) => string;
  onFinished: () => void;
  onClose: () => void;
}

const count = (number = 0) => number.toLocaleString('en-US');

const generationMessage = ({ status, message, result }: Job): string =>
  status === 'done'
    ? `${count(result.added)} added, ${count(result.changed)} changed, ${count(result.removed)} removed, ${count(result.kept)} kept.`
    : message;

/** Shows the progress of a generation. Its ID is in the URL, so that a reload continues. */
export function GenerationProgress({
  jobId,
  labels = ['Generating payments', 'Payments generated'],
  messageOf = generationMessage,
  onFinished,
  onClose,
}: ProgressProps) {
  const { job, error, reload } = useJob(jobId);
  const resume = useAction(jobs.resume);
  const lastStatus = useRef('');
  useEffect(() => {
    if (!job) return;
    if (job.status === 'running') lastStatus.current = '';
    if (job.status === 'running' || lastStatus.current === jobId) return;
    lastStatus.current = jobId;
    onFinished();
  }, [job, jobId, onFinished]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  const rows = job.result.rows ?? [];
  return (
    <Card>
      <ProgressBar
        label={labels[job.status === 'done' ? 1 : 0]}
        done={job.status === 'done' ? Math.max(1, job.total) : job.done}
        total={Math.max(1, job.total)}
        state={job.status === 'done' ? 'finished' : job.status}
        text={[messageOf(job), job.resumptionLock].filter(Boolean).join(' ')}
      />
      {rows.length > 0 && (
        <ul className="dropped-corrections">
          {rows.map(({ reason, cells }) => (
            <li key={`${Object.values(cells).join()} ${reason}`}>
              <strong>{Object.values(cells).join(', ')}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
      {job.status !== 'running' && (
        <div className="form-actions">
          <Button small onClick={onClose}>
            Close
          </Button>
          {job.status === 'failed' && resumableJobs.includes(job.kind) && !job.resumptionLock && (
            <Button
              kind="primary"
              small
              busy={resume.running}
              busyLabel="Resuming…"
              onClick={() => void resume.act({ params: { jobId } }).then(reload)}
            >
              Resume generation
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

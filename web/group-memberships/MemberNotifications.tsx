import { jobs } from '../../shared/jobs/contract.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { useAction, useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Progress of emails about changed terms; the job ID is in the URL, so it survives a reload. */
export function TellingMembers({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const resume = useAction(jobs.resume);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  const refused = job.result.rows ?? [];
  return (
    <Card>
      <ProgressBar
        label={labelOf(job)}
        done={job.status === 'done' && job.done > 0 ? job.total : job.done}
        total={job.total}
        state={job.status === 'done' ? 'finished' : job.status}
        text={job.status === 'running' ? undefined : job.message}
      />
      {refused.length > 0 && (
        <>
          <p>The email service rejected these addresses. Contact these members another way.</p>
          <ul>
            {refused.map(({ cells }) => (
              <li key={cells.Email}>{cells.Email}</li>
            ))}
          </ul>
        </>
      )}
      {job.status === 'running' ? (
        <p className="quiet">You can leave this page. Sending continues, and each member gets one email.</p>
      ) : (
        <div className="form-actions">
          {job.status === 'failed' && (
            <Button
              kind="primary"
              small
              busy={resume.running}
              busyLabel="Sending remaining emails…"
              onClick={() => void resume.act({ params: { jobId } }).then(reload)}
            >
              Send remaining emails
            </Button>
          )}
          <Button small onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Returns the label; a job that a later change replaced may end without emails. */
const labelOf = ({ status, done }: Job): string =>
  status === 'running'
    ? 'Notifying members by email'
    : status === 'failed'
      ? 'Emails stopped'
      : done > 0
        ? 'Emails sent'
        : 'No emails sent';

import { useJob } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** How far the emails about changed terms are; the job's id is in the address, so a reload shows it again. */
export function TellingMembers({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { job, error, reload } = useJob(jobId);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  const refused = job.result.rows ?? [];
  return (
    <Card>
      <ProgressBar
        label={job.status === 'done' ? 'Emails sent' : 'Telling members by email'}
        done={job.status === 'done' ? job.total : job.done}
        total={job.total}
        state={job.status === 'done' ? 'finished' : job.status}
        sentence={job.status === 'running' ? undefined : job.message}
      />
      {refused.length > 0 && (
        <>
          <p>The email service does not accept these addresses. Tell these members another way.</p>
          <ul>
            {refused.map(({ cells }) => (
              <li key={cells.Email}>{cells.Email}</li>
            ))}
          </ul>
        </>
      )}
      {job.status === 'running' ? (
        <p className="quiet">You can leave this page. The emails continue, and nobody gets one twice.</p>
      ) : (
        <div>
          <Button small onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </Card>
  );
}

import type { Job } from '../../shared/jobs/job.ts';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

interface JobProgressProps {
  job: Job;
  label: string;
  doneLabel?: string;
}

export const JobProgress = ({ job, label, doneLabel = label }: JobProgressProps) => (
  <Card title={job.result.fileName}>
    <ProgressBar
      label={job.status === 'done' ? doneLabel : label}
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

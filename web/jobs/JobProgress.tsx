import type { Job } from '../../shared/jobs/job.ts';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

interface JobProgressProps {
  job: Job;
  /** What runs: "Importing facilities". */
  label: string;
  /** What it is called once it is done. */
  doneLabel?: string;
}

/** How far a job is, or how it ended. */
export const JobProgress = ({ job, label, doneLabel = label }: JobProgressProps) => (
  <Card title={job.result.fileName}>
    <ProgressBar
      label={job.status === 'done' ? doneLabel : label}
      done={job.status === 'done' ? job.total : job.done}
      total={job.total}
      state={job.status === 'done' ? 'finished' : job.status}
      sentence={job.status === 'running' ? undefined : job.message}
    />
    {job.status === 'running' && (
      <p className="quiet">You can leave this page; the work goes on, and nothing is done twice.</p>
    )}
  </Card>
);

import type { Job } from '../../shared/jobs/job.ts';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** What runs, and what it is called once it is done. */
export type JobLabels = readonly [running: string, done: string];

/** How far a job is, or how it ended. */
export const JobProgress = ({ job, labels }: { job: Job; labels: JobLabels }) => (
  <Card title={job.result.fileName}>
    <ProgressBar
      label={labels[job.status === 'done' ? 1 : 0]}
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

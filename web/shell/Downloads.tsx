import { useEffect, useRef, useSyncExternalStore } from 'react';
import { jobs } from '../../shared/contracts/jobs.ts';
import { loadOnce, showFailure, useJob } from '../app/data.ts';
import { downloads, saveAs } from '../app/downloads.ts';
import { notify } from '../app/notices.ts';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

export function Downloads() {
  const running = useSyncExternalStore(downloads.subscribe, downloads.read, downloads.read);
  return running.map((jobId) => <Download key={jobId} jobId={jobId} />);
}

function Download({ jobId }: { jobId: string }) {
  const { job, error } = useJob(jobId);
  const ended = useRef(false);
  useEffect(() => {
    if (ended.current || !job || job.status === 'running') return;
    ended.current = true;
    const finish = async () => {
      if (job.status === 'failed') notify.error(job.message);
      else {
        const { address, name } = await loadOnce(jobs.file, { params: { jobId } });
        saveAs(address, name);
        notify.success(`${name} was downloaded.`);
      }
    };
    void finish()
      .catch(showFailure)
      .finally(() => downloads.remove(jobId));
  }, [job, jobId]);
  useEffect(() => {
    if (error === undefined || job) return;
    showFailure(error);
    downloads.remove(jobId);
  }, [error, job, jobId]);
  return (
    <Card>
      <ProgressBar
        label="Preparing your download"
        done={job?.done ?? 0}
        total={job?.total ?? 0}
        text={job ? `${job.done.toLocaleString('en-US')} rows read. You can keep working.` : 'Starting.'}
      />
    </Card>
  );
}

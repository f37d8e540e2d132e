import { Link } from 'react-router-dom';
import { employees } from '../../shared/employees/contract.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { showFailure, useJob } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { MendRows } from './MendRows.tsx';
import './employees.css';
import { employeesAddress } from './pages.ts';

const note =
  'Here is the list of members that have not been uploaded. Please fix their information in file and try again';

export default function UploadResultsPage() {
  const { role } = useSession();
  const [{ job: jobId, partner = '' }] = useAddress('job', 'partner');
  const { job, error, reload } = useJob(jobId ?? null);
  const back = (
    <Link className={buttonClass()} to={employeesAddress(role, partner)}>
      Back
    </Link>
  );
  if (!jobId)
    return (
      <>
        <PageHeading title="Upload results" />
        <EmptyState
          title="No upload selected"
          text="Upload employees to see their results here."
          action={back}
        />
      </>
    );
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={8} />;
  const { fileName = 'Employees file', rows = [], failed = 0 } = job.result;
  return (
    <>
      <PageHeading
        title={fileName}
        lead={failed > 0 ? note : undefined}
        actions={
          <>
            {back}
            {failed > 0 && (
              <Button
                icon="download"
                onClick={() =>
                  void download(employees.failedUploads, { params: { jobId } }).catch(showFailure)
                }
              >
                Download these rows
              </Button>
            )}
          </>
        }
      />
      {job.status === 'running' && <JobProgress job={job} label="Uploading employees" />}
      {rows.length > 0 ? (
        <MendRows key={jobId} jobId={jobId} partnerId={partner} rows={rows} />
      ) : (
        <EmptyState
          icon="check-circle"
          title={job.status === 'running' ? 'The upload is still running' : 'Every row was uploaded'}
          action={back}
        />
      )}
    </>
  );
}

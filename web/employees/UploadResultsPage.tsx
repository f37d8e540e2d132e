import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { resultDays, type Job } from '../../shared/jobs/job.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { useAddress } from '../app/address.ts';
import { pathTo } from '../app/addresses.ts';
import { download } from '../app/api.ts';
import { showFailure, useJob } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { FixRows } from './FixRows.tsx';
import { employeesAddress } from './addresses.ts';
import './employees.css';

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
  const { fileName = 'Employees file', rows = [], failed = 0, continuedIn } = job.result;
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
      {job.status !== 'done' && <JobProgress job={job} label="Uploading employees" />}
      {rows.length > 0 ? (
        <RowsToFix job={job} partnerId={partner} continuedIn={continuedIn} />
      ) : (
        job.status === 'done' && <NoRows hasFailed={failed > 0} back={back} />
      )}
    </>
  );
}

const NoRows = ({ hasFailed, back }: { hasFailed: boolean; back: ReactNode }) =>
  hasFailed ? (
    <EmptyState
      title="The failed rows were deleted"
      text={`Failed rows are stored for ${resultDays} days. Upload the file again.`}
      action={back}
    />
  ) : (
    <EmptyState icon="check-circle" title="Every row was uploaded" action={back} />
  );

interface RowsToFixProps {
  job: Job;
  partnerId: string;
  /** Later upload that contains these rows. */
  continuedIn: string | undefined;
}

/** Failed rows of an upload, or a link to the later upload that contains them. */
function RowsToFix({ job, partnerId, continuedIn }: RowsToFixProps) {
  const later = useJob(continuedIn ?? null);
  const { rows = [], uploaded = 0 } = job.result;
  if (continuedIn !== undefined && !later.job && !later.error) return <SkeletonLines lines={4} />;
  if (later.job && later.job.status !== 'failed')
    return (
      <EmptyState
        title="Continued in a later upload"
        text="You fixed some of these rows. The remaining rows are in the later upload."
        action={
          <Link
            className={buttonClass('primary')}
            to={pathTo('uploadResults', {}, { job: later.job.id, partner: partnerId })}
          >
            Open the later upload
          </Link>
        }
      />
    );
  return (
    <>
      <p aria-live="polite">
        <strong>{`${uploaded.toLocaleString('en-US')} uploaded, ${rows.length.toLocaleString('en-US')} to fix.`}</strong>
      </p>
      <FixRows key={job.id} jobId={job.id} partnerId={partnerId} rows={rows} />
    </>
  );
}

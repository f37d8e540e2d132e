import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { resultDays, type Job } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import { pathTo } from '../app/addresses.ts';
import { showFailure, useJob } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { useSession } from '../app/session.tsx';
import { showMoment } from '../../shared/calendar.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { employeesAddress } from './addresses.ts';
import { FixRows } from './FixRows.tsx';
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
  const { fileName = 'Employees file', rows = [], failed = 0, discardedAt, notes = [] } = job.result;
  return (
    <>
      <PageHeading
        title={fileName}
        lead={failed > 0 && discardedAt === undefined ? note : undefined}
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
      {notes.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
      {rows.length > 0 ? (
        <RowsToFix job={job} partnerId={partner} fileName={fileName} onDiscarded={reload} />
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
  fileName: string;
  onDiscarded: () => void;
}

/** Failed rows of an upload, or a link to the later upload that contains them. */
function RowsToFix({ job, partnerId, fileName, onDiscarded }: RowsToFixProps) {
  const { rows = [], uploaded = 0, toFix = rows.length, continuedIn, discardedAt } = job.result;
  const later = useJob(continuedIn ?? null);
  if (discardedAt !== undefined)
    return (
      <EmptyState
        title="These rows were discarded"
        text={`On ${showMoment(discardedAt)}. Their employees were not added. To add them, upload them again.`}
      />
    );
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
        <strong>{`${uploaded.toLocaleString('en-US')} uploaded, ${toFix.toLocaleString('en-US')} to fix.`}</strong>
        {rows.length > toFix && ` ${plural(rows.length - toFix, 'row needs', 'rows need')} no fix.`}
      </p>
      <FixRows
        key={job.id}
        jobId={job.id}
        partnerId={partnerId}
        fileName={fileName}
        rows={rows}
        onDiscarded={onDiscarded}
      />
    </>
  );
}

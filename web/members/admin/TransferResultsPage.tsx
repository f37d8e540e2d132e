import { Link } from 'react-router-dom';
import { members } from '../../../shared/contracts/members.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAddress } from '../../app/address.ts';
import { useJob } from '../../app/data.ts';
import { ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { MemberName } from '../../app/MemberName.tsx';
import { JobProgress } from '../../jobs/JobProgress.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const facility = (name: string | null, number: string | null): string =>
  name === null || number === null ? '–' : `${name} (${number})`;

const columns: readonly ListColumn<typeof members.transferResults>[] = [
  {
    key: 'memberName',
    title: 'Employee Name',
    render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
  },
  { key: 'from', title: 'Facility from', render: (row) => facility(row.fromName, row.fromNumber) },
  { key: 'to', title: 'Facility to', render: (row) => facility(row.toName, row.toNumber) },
  {
    key: 'success',
    title: 'Transfer status',
    render: ({ success }) => (
      <StatusBadge color={success ? 'green' : 'beet'} label={success ? 'Transferred' : 'Failed'} />
    ),
  },
  { key: 'message', title: 'Transfer message', wrap: true },
];

export default function TransferResultsPage() {
  const [{ job: jobId }] = useAddress('job');
  const { job, error, reload } = useJob(jobId ?? null);
  const back = (
    <Link className={buttonClass()} to={pathTo('members')}>
      Back To Member Page
    </Link>
  );
  if (!jobId)
    return (
      <>
        <PageHeading title="Members transfer result" />
        <EmptyState
          title="No transfer selected"
          text="Transfer members to see the result for each."
          action={back}
        />
      </>
    );
  if (error && !job)
    return (
      <>
        <PageHeading title="Members transfer result" actions={back} />
        <FailedState error={error} onRetry={reload} />
      </>
    );
  if (!job) return <SkeletonLines lines={6} />;
  return (
    <>
      <PageHeading title="Members transfer result" actions={back} />
      <JobProgress job={job} label="Transferring members" doneLabel="Transfer finished" />
      {job.status !== 'running' && <Results jobId={jobId} />}
    </>
  );
}

const Results = ({ jobId }: { jobId: string }) => (
  <ListPage
    endpoint={members.transferResults}
    request={{ params: { jobId } }}
    caption="Transferred members"
    columns={columns}
    rowKey={({ memberId }) => memberId}
    empty={{ text: 'No member was in this transfer.' }}
  />
);

import { accounts } from '../../shared/contracts/accounts.ts';
import { useEndpoint } from '../app/data.ts';
import { useMemberIds } from '../app/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { ReimbursementBlock } from './ReimbursementBlock.tsx';
import './accounts.css';

export default function ReimbursementPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    accounts.reimbursement,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  return (
    <>
      <PageHeading
        title="Reimbursement"
        lead="A month is reimbursed after the 25th of the next month if you made the visits that your program requires."
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState icon="money" title="There are no reimbursement details." />
      ) : (
        data.map((group, index) => (
          <ReimbursementBlock key={group.memberIds.join()} group={group} index={index} />
        ))
      )}
    </>
  );
}

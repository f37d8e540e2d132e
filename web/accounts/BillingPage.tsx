import { accounts } from '../../shared/accounts/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { useMemberIds, useMemberIdsWithFormer } from '../app/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Authorization } from './Authorization.tsx';
import { BillingForm } from './BillingForm.tsx';
import { NextWithdrawals } from './NextWithdrawal.tsx';
import './accounts.css';

export default function BillingPage() {
  const memberIds = useMemberIds();
  const billedIds = useMemberIdsWithFormer();
  const { data, error, retrying, reload } = useEndpoint(
    accounts.billingInfo,
    billedIds.length > 0 ? { query: { memberIds: billedIds } } : null,
  );
  return (
    <>
      <PageHeading
        title="Billing"
        lead="Dues are withdrawn on the 1st of every month. Reimbursements are paid after the 25th."
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState icon="bank" title="You have no membership yet" />
      ) : (
        [
          ...data.map((billing) => (
            <BillingForm
              key={`${billing.memberId} ${versionOf(billing.withdrawalFromBankAccount)} ${versionOf(billing.depositToBankAccount)}`}
              billing={billing}
            />
          )),
          ...(data.some((one) => one.isWithdrawalFromBankAccountRequired)
            ? [<NextWithdrawals key="next withdrawals" memberIds={memberIds} />]
            : []),
          ...data
            .filter(
              ({ isWithdrawalFromBankAccountRequired, withdrawalFromBankAccount }) =>
                isWithdrawalFromBankAccountRequired && withdrawalFromBankAccount,
            )
            .map(({ memberId, facilityName }) => (
              <Authorization
                key={`authorization ${memberId}`}
                memberId={memberId}
                facilityName={facilityName}
              />
            )),
        ]
      )}
    </>
  );
}

const versionOf = (account: { version: number } | null): number => account?.version ?? 0;

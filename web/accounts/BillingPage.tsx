import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { periodName } from '../../shared/calendar.ts';
import type { PlannedWithdrawal } from '../../shared/accounts/next-withdrawal.ts';
import { useState } from 'react';
import type { BillingInfo } from '../../shared/accounts/bank-details.ts';
import { MembershipMoney } from './MembershipMoney.tsx';
import { useEndpoint, useAction } from '../app/data.ts';
import { useMemberIds, useMemberIdsWithFormer } from '../app/session.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { showDate, Money } from '../ui/formatted-text.tsx';
import { BillingForm } from './BillingForm.tsx';
import './accounts.css';

export default function BillingPage() {
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
        <Memberships data={data} />
      )}
    </>
  );
}

/** The cards of the memberships. An action that removes its button moves the focus to a card's heading. */
function Memberships({ data }: { data: readonly BillingInfo[] }) {
  const memberIds = useMemberIds();
  const [focused, setFocused] = useState<string>();
  // a form starts over after its own save only, so that other responses do not discard entries
  const [saves, setSaves] = useState<Partial<Record<string, number>>>({});
  return [
    ...data.map((billing) => (
      <MembershipMoney
        key={`money ${billing.memberId} ${billing.endsOn} ${billing.withdrawalStop}`}
        billing={billing}
        isFocused={focused === `money ${billing.memberId}`}
      />
    )),
    ...data.filter(hasAccountsToEnter).map((billing) => (
      <BillingForm
        key={`${billing.memberId} ${saves[billing.memberId] ?? 0}`}
        billing={billing}
        isFocused={focused === `form ${billing.memberId}`}
        onSaved={() => {
          setFocused(`form ${billing.memberId}`);
          setSaves((before) => ({ ...before, [billing.memberId]: (before[billing.memberId] ?? 0) + 1 }));
        }}
      />
    )),
    ...(data.some((item) => item.isWithdrawalFromBankAccountRequired)
      ? [<NextWithdrawals key="next withdrawals" memberIds={memberIds} />]
      : []),
    ...data
      .filter(
        ({ isWithdrawalFromBankAccountRequired, withdrawalFromBankAccount, withdrawalStop }) =>
          isWithdrawalFromBankAccountRequired && withdrawalFromBankAccount && withdrawalStop !== 'revoked',
      )
      .map(({ memberId, facilityName, withdrawalStop }) => (
        <Authorization
          key={`authorization ${memberId}`}
          memberId={memberId}
          facilityName={facilityName}
          onRevoked={() => setFocused(`money ${memberId}`)}
          isEndedByBank={withdrawalStop === 'unauthorized'}
        />
      )),
  ];
}

/** Former members enter an account only while a payment waits for it. */
const hasAccountsToEnter = ({ isFormer, isDepositToBankAccountRequired }: BillingInfo): boolean =>
  !isFormer || isDepositToBankAccountRequired;

interface AuthorizationProps {
  memberId: string;
  facilityName: string;
  onRevoked: () => void;
  isEndedByBank: boolean;
}

function Authorization({ memberId, facilityName, onRevoked, isEndedByBank }: AuthorizationProps) {
  const withdraw = useAction(accounts.withdrawAuthorization, accounts, members);
  const confirm = useConfirm();
  const ask = async () => {
    const sure = await confirm({
      title: 'Revoke your authorization?',
      text: `Your membership at ${facilityName} ends at the end of this month, or today if it is suspended or on hold. This cannot be undone.`,
      action: 'Revoke my authorization',
      danger: true,
    });
    // this card is removed
    if (sure && (await withdraw.act({ body: { memberId } }))) onRevoked();
  };
  return (
    <Card title={`Authorization, ${facilityName}`}>
      <p>
        {isEndedByBank
          ? 'Your bank ended your authorization to withdraw your dues. To give a new one, change the account above. If you do not want to, revoke your authorization here, and your membership ends.'
          : 'You authorized us to withdraw your dues. You can revoke that here. Withdrawals that are at least three banking days away will not be made. If the bank already has one of them, it will be repaid to you.'}
      </p>
      <div className="page-actions">
        <Button busy={withdraw.running} busyLabel="Revoking…" onClick={() => void ask()}>
          Revoke my authorization
        </Button>
      </div>
    </Card>
  );
}

function NextWithdrawals({ memberIds }: { memberIds: string[] }) {
  const { data, error, retrying, reload } = useEndpoint(members.progress, { query: { memberIds } });
  if (error || !data)
    return (
      <Card title="Next withdrawal">
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : (
          <SkeletonLines lines={2} />
        )}
      </Card>
    );
  return data.flatMap(({ memberId, partnerName, withdrawals }) =>
    withdrawals.map((withdrawal) => (
      <NextWithdrawal
        key={`${memberId} ${withdrawal.periodId}`}
        memberId={memberId}
        partnerName={partnerName}
        withdrawal={withdrawal}
      />
    )),
  );
}

interface NextWithdrawalProps {
  memberId: string;
  partnerName: string;
  withdrawal: PlannedWithdrawal;
}

function NextWithdrawal({ memberId, partnerName, withdrawal }: NextWithdrawalProps) {
  const stop = useAction(accounts.stopWithdrawal, accounts, members);
  const confirm = useConfirm();
  const { amount, date, isEarliest, isRetry, periodId, stopUntil } = withdrawal;
  const ask = async () => {
    const sure = await confirm({
      title: `Stop the withdrawal for ${periodName(periodId)}?`,
      text: `Your ${partnerName} membership will be on hold. Your key fob or access pass will not work until these dues are settled. You cannot undo this here.`,
      action: 'Stop this withdrawal',
      danger: true,
    });
    if (sure) await stop.act({ body: { memberId, periodId } });
  };
  return (
    <Card title={`Withdrawal for ${periodName(periodId)}, ${partnerName}`}>
      <p>
        <Money cents={amount} /> {isEarliest ? 'on or after' : 'on'} {showDate(date)}.{' '}
        {isRetry && 'Your bank returned this withdrawal, so we try it again. '}
        {stopUntil === null
          ? 'It can no longer be stopped here. To stop it, contact your bank or us.'
          : isRetry
            ? 'You can stop it until we send it to the bank.'
            : `We will email you first. You can stop it until ${showDate(stopUntil)}.`}
      </p>
      {stopUntil !== null && (
        <div className="page-actions">
          <Button busy={stop.running} busyLabel="Stopping…" onClick={() => void ask()}>
            Stop this withdrawal
          </Button>
        </div>
      )}
    </Card>
  );
}

import { accounts } from '../../shared/accounts/contract.ts';
import { periodName } from '../../shared/calendar.ts';
import { members } from '../../shared/members/contract.ts';
import type { PlannedWithdrawal } from '../../shared/members/next-withdrawal.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Money } from '../ui/Money.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

export function NextWithdrawals({ memberIds }: { memberIds: string[] }) {
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
  return data.map(
    ({ memberId, partnerName, nextWithdrawal }) =>
      nextWithdrawal && (
        <NextWithdrawal
          key={memberId}
          memberId={memberId}
          partnerName={partnerName}
          withdrawal={nextWithdrawal}
        />
      ),
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
  const { amount, date, isEarliest, periodId, stopUntil } = withdrawal;
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
    <Card title={`Next withdrawal, ${partnerName}`}>
      <p>
        <Money cents={amount} /> for {periodName(periodId)} {isEarliest ? 'on or after' : 'on'}{' '}
        {showDate(date)}.{' '}
        {stopUntil === null
          ? 'It can no longer be stopped here. To stop it, contact your bank or us.'
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

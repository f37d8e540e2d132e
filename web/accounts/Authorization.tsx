import { accounts } from '../../shared/accounts/contract.ts';
import { members } from '../../shared/members/contract.ts';
import { useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';

interface AuthorizationProps {
  memberId: string;
  facilityName: string;
}

/** Where a member ends the withdrawals of the dues, and with them the membership. */
export function Authorization({ memberId, facilityName }: AuthorizationProps) {
  const withdraw = useAction(accounts.withdrawAuthorization, accounts, members);
  const confirm = useConfirm();
  const ask = async () => {
    const sure = await confirm({
      title: 'Withdraw your authorization?',
      text: `Your membership at ${facilityName} then ends on the first of next month, or today while it is suspended or on hold. This cannot be undone.`,
      action: 'Withdraw my authorization',
      danger: true,
    });
    if (sure) await withdraw.act({ body: { memberId } });
  };
  return (
    <Card title={`Authorization, ${facilityName}`}>
      <p>
        You authorized us to withdraw your dues, and you can end that here. A withdrawal that is three or more
        banking days away is not made. One that is already at the bank is paid back to you.
      </p>
      <div className="page-actions">
        <Button busy={withdraw.running} busyLabel="Withdrawing…" onClick={() => void ask()}>
          Withdraw my authorization
        </Button>
      </div>
    </Card>
  );
}

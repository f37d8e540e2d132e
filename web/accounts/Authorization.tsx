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

export function Authorization({ memberId, facilityName }: AuthorizationProps) {
  const withdraw = useAction(accounts.withdrawAuthorization, accounts, members);
  const confirm = useConfirm();
  const ask = async () => {
    const sure = await confirm({
      title: 'Revoke your authorization?',
      text: `Your membership at ${facilityName} ends on the first of next month, or today if it is suspended or on hold. This cannot be undone.`,
      action: 'Revoke my authorization',
      danger: true,
    });
    if (sure) await withdraw.act({ body: { memberId } });
  };
  return (
    <Card title={`Authorization, ${facilityName}`}>
      <p>
        You authorized us to withdraw your dues. You can revoke that here. Withdrawals that are at least three
        banking days away will not be made. Withdrawals that are already with the bank will be repaid to you.
      </p>
      <div className="page-actions">
        <Button busy={withdraw.running} busyLabel="Withdrawing…" onClick={() => void ask()}>
          Revoke my authorization
        </Button>
      </div>
    </Card>
  );
}

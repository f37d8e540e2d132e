import { lockedEditing } from '../../shared/bank-accounts/waiting-account.ts';
import { bankAccountTypes } from '../../shared/bank-accounts/bank-account.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';

interface WaitingAccountProps {
  partnerId: string;
  waiting: NonNullable<ResponseOf<typeof partners.bankingInfo>['bankAccountRequest']['waiting']>;
  onDone: () => Promise<unknown>;
}

export function WaitingAccount({ partnerId, waiting, onDone }: WaitingAccountProps) {
  const release = useAction(partners.releaseBankAccount);
  const withdraw = useAction(partners.withdrawBankAccount);
  const confirm = useConfirm();
  const request = { params: { partnerId }, body: { version: waiting.version } };
  const decide = async (isRelease: boolean) => {
    const isSure = await confirm({
      title: isRelease ? 'Use the new account now?' : 'Discard the new account?',
      text: isRelease
        ? 'Bank files use it from now on. Call the partner to verify it first.'
        : 'The old account remains. To replace it later, enter the new one again.',
      action: isRelease ? 'Release' : 'Withdraw',
      danger: !isRelease,
    });
    if (!isSure) return;
    await (isRelease ? release : withdraw).act(request);
    await onDone();
  };
  return (
    <Card
      title="New account, pending"
      aside={
        <span className="page-actions">
          {waiting.isReleasable && (
            <Button busy={release.running} busyLabel="Releasing…" onClick={() => void decide(true)}>
              Release
            </Button>
          )}
          <Button busy={withdraw.running} busyLabel="Withdrawing…" onClick={() => void decide(false)}>
            Withdraw
          </Button>
        </span>
      }
    >
      <div className="alert alert-info">
        <p>{lockedEditing(showDate(waiting.usableFrom))}</p>
        {!waiting.isReleasable && <p>Another administrator can release it earlier.</p>}
      </div>
      <DescriptionList
        items={[
          ['Name on the account', waiting.nameOnAccount],
          ['Routing number', waiting.routingNumber],
          ['Account number', waiting.accountNumber],
          ['Account type', bankAccountTypes[waiting.bankAccountType].label],
          ['Entered', showDate(waiting.enteredAt)],
          ['Used from', showDate(waiting.usableFrom)],
        ]}
      />
    </Card>
  );
}

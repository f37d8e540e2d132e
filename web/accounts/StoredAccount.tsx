import type { MemberBankAccount } from '../../shared/accounts/bank-details.ts';
import { bankAccountTypes } from '../../shared/bank-accounts/bank-account.ts';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';

interface StoredAccountProps {
  account: MemberBankAccount;
  isChanging: boolean;
  onChange: (isChanging: boolean) => void;
}

export const StoredAccount = ({ account, isChanging, onChange }: StoredAccountProps) => (
  <>
    <DescriptionList
      items={[
        ['Name on the account', account.nameOnAccount],
        ['Routing number', account.routingNumber],
        ['Account number', account.accountNumber],
        ['Account type', bankAccountTypes[account.bankAccountType].label],
        ['Changed on', <DateText key="on" date={account.changedOn} />],
      ]}
    />
    <div>
      <Button icon={isChanging ? undefined : 'edit'} onClick={() => onChange(!isChanging)}>
        {isChanging ? 'Keep this account' : 'Change account'}
      </Button>
    </div>
  </>
);

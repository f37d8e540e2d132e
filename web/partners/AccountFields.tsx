import { bankAccountTypes } from '../../shared/bank-accounts/bank-account.ts';
import type { FieldChange } from '../app/form-changes.ts';
import type { CardAccount } from '../bank-accounts/BankAccountCard.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Field } from '../ui/Field.tsx';

export const accountForm = (account: CardAccount | null, partnerName: string) =>
  account
    ? {
        nameOnAccount: account.nameOnAccount,
        routingNumber: account.routingNumber,
        accountNumber: account.accountNumber,
        bankAccountType: account.bankAccountType,
      }
    : { nameOnAccount: partnerName, routingNumber: '', accountNumber: '' };

/** Returns a concurrent change of the account with masked numbers. */
export function accountChanges(before: CardAccount | null, now: CardAccount | null): FieldChange[] {
  if (before?.version === now?.version) return [];
  const words = (account: CardAccount | null) =>
    account
      ? `${account.accountNumber}, ${bankAccountTypes[account.bankAccountType].label}, changed on ${showDate(account.changedOn)}`
      : 'no account';
  return [{ label: 'Current linked account', before: words(before), now: words(now) }];
}

export const AccountFields = ({ disabled = false }: { disabled?: boolean }) => (
  <div className="form-grid">
    <Field
      name="bankAccount.nameOnAccount"
      hint="As printed on the bank statement."
      autoComplete="off"
      disabled={disabled}
    />
    <Field
      name="bankAccount.routingNumber"
      hint="The nine digits at the bottom left of a check."
      autoComplete="off"
      disabled={disabled}
    />
    <Field
      name="bankAccount.accountNumber"
      hint="4 to 17 digits. Leave the x unchanged to keep the number."
      autoComplete="off"
      disabled={disabled}
    />
    <Field name="bankAccount.bankAccountType" disabled={disabled} />
    <Field name="bankAccount.isMoneyFromAbroad" disabled={disabled} />
  </div>
);

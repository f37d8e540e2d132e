import type { BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import type { AccountPrenote } from '../../shared/bank-files/prenote.ts';
import { environmentBankSettings } from '../table/bank-settings.ts';

interface CurrentAccount {
  fingerprint: string;
  bankAccountType: number;
  held?: object | null | undefined;
  prenote?: AccountPrenote | null | undefined;
}

/** Returns the prenote of a saved account. A new account, or one that the bank refused, requires a new prenote. */
export function prenoteOf(
  before: CurrentAccount | null,
  after: Pick<CurrentAccount, 'fingerprint' | 'bankAccountType'>,
  bankFlow: BankFlow,
): AccountPrenote | null {
  const isSame =
    before?.fingerprint === after.fingerprint && before.bankAccountType === after.bankAccountType;
  if (before && isSame && !before.held) return before.prenote ?? null;
  return environmentBankSettings?.prenotes[bankFlow] ? { bankFlow, sent: null } : null;
}

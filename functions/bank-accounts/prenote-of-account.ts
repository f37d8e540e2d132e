import type { BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import type { AccountPrenote } from '../../shared/bank-files/prenotes/prenote.ts';
import { environmentBankSettings } from '../bank-files/bank-settings.ts';

interface KnownAccount {
  fingerprint: string;
  bankAccountType: number;
  held?: object | null | undefined;
  prenote?: AccountPrenote | null | undefined;
}

/** The prenote of an account that is saved: of another one, or of one that the bank refused, it is still to be sent. */
export function prenoteOf(
  before: KnownAccount | null,
  after: Pick<KnownAccount, 'fingerprint' | 'bankAccountType'>,
  bankFlow: BankFlow,
): AccountPrenote | null {
  const isSame =
    before?.fingerprint === after.fingerprint && before.bankAccountType === after.bankAccountType;
  if (before && isSame && !before.held) return before.prenote ?? null;
  return environmentBankSettings?.prenotes[bankFlow] ? { bankFlow, sent: null } : null;
}

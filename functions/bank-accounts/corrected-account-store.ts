import type { AccountChange } from '../../shared/bank-files/change-codes.ts';
import { comparedTo, fingerprint } from '../platform/fingerprint.ts';
import { putOnce, type Change } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import type { BankAccountRecord } from './account-record.ts';
import { accountChange, changedBySomeoneElse, openBankAccount } from './store.ts';
import { seal } from './vault-key-store.ts';

/**
 * The account as the bank corrected it, with the old one kept beside it; none when it is that already. The caller audits
 * that the numbers were opened.
 */
export async function bankAccountCorrected(
  before: BankAccountRecord,
  { accountType, ...corrected }: AccountChange,
  now: Date,
): Promise<{ after: BankAccountRecord; changes: Change[] } | undefined> {
  const numbers = { ...(await openBankAccount(before)), ...corrected };
  const { payeeToken, version } = before;
  const types = { checking: 0, savings: 1 } as const;
  const bankAccountType = accountType ? types[accountType] : before.bankAccountType;
  const after: BankAccountRecord = {
    ...before,
    bankAccountType,
    lastFour: numbers.accountNumber.slice(-4),
    routingLastFour: numbers.routingNumber.slice(-4),
    sealed: await seal(numbers, payeeToken),
    fingerprint: await fingerprint(numbers),
    changedAt: now.toISOString(),
    held: null,
    correctedAt: now.toISOString(),
    // the bank has named the account itself, so it is not asked about it
    prenote: before.prenote?.sent ? before.prenote : null,
  };
  const { fingerprint: printBefore } = await comparedTo(after.fingerprint, before);
  if (after.fingerprint === printBefore && bankAccountType === before.bankAccountType) return undefined;
  const kept = putOnce(
    {
      ...before,
      ...keys.bankAccountVersion(payeeToken, String(version).padStart(6, '0')),
      entity: 'replaced bank account',
    },
    changedBySomeoneElse,
  );
  return {
    after,
    changes: [kept, ...accountChange(before, after)],
  };
}

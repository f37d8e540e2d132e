import { returnCode } from '../../shared/bank-files/nacha/return-codes.ts';
import { debitPausesUntil } from '../../shared/bank-files/waited-dues.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { AccountChange } from '../../shared/bank-files/nacha/change-codes.ts';
import { comparedTo, fingerprint } from '../platform/fingerprint.ts';
import { putOnce } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import type { BankAccountRecord } from './account-record.ts';
import { accountChange, changedBySomeoneElse } from './account-write-store.ts';
import { openBankAccount } from './store.ts';
import { seal } from './vault-key-store.ts';

/** Returns true if an entry was sent to the numbers of an account, or to those that the bank corrected to them. */
export async function wasSentTo(
  { fingerprint: present, correctedFrom = [] }: Pick<BankAccountRecord, 'fingerprint' | 'correctedFrom'>,
  sent: { fingerprint: string },
): Promise<boolean> {
  for (const print of [present, ...correctedFrom])
    if ((await comparedTo(print, sent)).fingerprint === print) return true;
  return false;
}

/** Corrected details do not end a hold after a death, of a frozen account, or because of suspected fraud. */
const endsHold = ({ held }: BankAccountRecord): boolean =>
  !held || returnCode(held.code).outcome === 'account-invalid';

/**
 * Returns the writes that store the bank's correction and keep the old account with it; none if already corrected. The
 * caller writes the audit event for opening the numbers.
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
    ...(endsHold(before) && {
      held: null,
      debitPauses: debitPausesUntil({ ...before, authorizationEnded: null }, dateInChicago(now)),
    }),
    correctedAt: now.toISOString(),
    correctedFrom: [...new Set([...(before.correctedFrom ?? []), before.fingerprint])],
    // the bank provided the account itself, so no prenote is needed
    prenote: before.prenote?.sent ? before.prenote : null,
  };
  const { fingerprint: printBefore } = await comparedTo(after.fingerprint, before);
  if (after.fingerprint === printBefore && bankAccountType === before.bankAccountType) return undefined;
  // an earlier notification that arrives again does not undo a later one
  if (after.fingerprint !== printBefore && (await wasSentTo({ ...before, fingerprint: '' }, after)))
    return undefined;
  const write = putOnce(
    {
      ...before,
      ...keys.bankAccountVersion(payeeToken, String(version).padStart(6, '0')),
      entity: 'replaced bank account',
    },
    changedBySomeoneElse,
  );
  return {
    after,
    changes: [write, ...accountChange(before, after)],
  };
}

import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { fullNumberCounted } from './full-numbers-store.ts';
import type { BankAccountRecord } from './account-record.ts';
import { openBankAccount } from './store.ts';

interface Look {
  /** The owner kind that the caller may view. Other accounts are reported as 'not-found'. */
  ownerKind: BankAccountRecord['ownerKind'];
  reason: string;
  who: string;
  now: Date;
}

/** Returns an account's full numbers for a stated reason. The audit event is written before the numbers are opened. */
export async function showInFull(
  account: BankAccountRecord | undefined,
  { ownerKind, reason, who, now }: Look,
): Promise<{ accountNumber: string; routingNumber: string }> {
  if (account?.ownerKind !== ownerKind) throw new Refusal('not-found', 'Bank account not found.');
  await transact(
    fullNumberCounted(who, now),
    auditWrite(
      {
        name: 'bank account shown in full',
        subject: `${ownerKind} ${account.ownerId}`,
        who,
        after: { lastFour: account.lastFour, reason },
      },
      now,
    ),
  );
  return openBankAccount(account);
}

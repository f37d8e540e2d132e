import { fullNumbersPerDay } from '../../shared/administrators/administrator.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { remove } from '../table/delete-item.ts';
import { keys } from '../table/keys.ts';
import type { Change } from '../table/write.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { BankAccountRecord } from './account-record.ts';
import { openBankAccount } from './store.ts';

const dailyLimitReached = () =>
  new Refusal(
    'too-many',
    `You have viewed ${fullNumbersPerDay} full account numbers today. Continue tomorrow, or ask another administrator to allow ${fullNumbersPerDay} more under Administrators, Find a user.`,
  );

/** Returns the write that counts a full number viewed by an administrator; it fails ('too-many') at the daily limit. */
const fullNumberCounted = (who: string, now: Date): Change => ({
  count: keys.fullNumbersRead(who, dateInChicago(now)),
  by: 1,
  atMost: { count: fullNumbersPerDay, full: dailyLimitReached() },
});

/** Returns the write that starts the count of today again; it fails ('conflict') below the limit. */
export const fullNumbersAllowed = (who: string, now: Date): Change => ({
  item: remove(keys.fullNumbersRead(who, dateInChicago(now)), {
    text: 'n = :limit',
    values: { ':limit': fullNumbersPerDay },
  }),
  refusal: new Refusal('conflict', 'This administrator can still view full account numbers today.'),
});

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

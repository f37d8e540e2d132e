import { loadWaiting } from '../bank-accounts/replace-account.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { accountChange } from '../bank-accounts/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadPartner } from './store.ts';

type Waiting = Awaited<ReturnType<typeof loadWaiting>>;

interface Decision {
  partnerId: string;
  /** Version of the account that the administrator saw. */
  version: number;
  event: 'partner bank account released' | 'partner bank account withdrawn';
  who: string;
  now: Date;
}

/** Releases or discards a pending replacement account, with an audit event. Throws if none is pending or on conflict. */
export async function decideWaitingAccount(
  { partnerId, version, event, who, now }: Decision,
  after: (waiting: Waiting) => BankAccountRecord,
): Promise<void> {
  const partner = await loadPartner(partnerId);
  const waiting = await loadWaiting(partner.payeeToken, version, now);
  await transact(
    ...accountChange(waiting.stored, after(waiting)),
    auditWrite(
      {
        name: event,
        subject: `partner ${partner.id}`,
        who,
        after: { lastFour: waiting.waiting.lastFour },
      },
      now,
    ),
  );
}

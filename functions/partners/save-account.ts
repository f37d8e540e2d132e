import type { Partner } from '../../shared/partners/partner.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import { notificationEmails } from './notification-emails.ts';

interface Saving {
  partner: Partner;
  changes: readonly Change[];
  lastFour: string;
  usableFrom: string | null;
  caller: Caller;
  newId: () => string;
}

/** Saves an account; a pending replacement starts the job that notifies the partner in the same transaction. */
export async function saveAccount(
  { partner, changes, lastFour, usableFrom, caller, newId }: Saving,
  now: Date,
): Promise<string> {
  if (usableFrom === null) {
    await transact(...changes);
    return 'The bank account was saved.';
  }
  await beginJob(
    {
      id: newId(),
      kind: 'replaced bank account',
      input: { partnerId: partner.id, lastFour, usableFrom },
      total: (await notificationEmails(partner)).length,
      message: 'Notifying the partner.',
      partnerId: partner.id,
    },
    caller,
    now,
    changes,
  );
  return 'The new bank account was saved and is pending. We will notify the partner by email.';
}

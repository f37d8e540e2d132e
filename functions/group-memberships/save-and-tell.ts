import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { membersTold, promisedChanges, toldStatuses } from '../../shared/group-memberships/promised-terms.ts';
import { countMembersOfStatus } from '../employees/roster-store.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../platform/caller.ts';
import { transact, writeAlone } from '../table/transact.ts';
import type { Affected } from './affected-payments.ts';
import { groupMembershipChanged } from './store.ts';

interface Saving {
  /** Anybody has been invited or is enrolled. */
  hasMembers: boolean;
  /** What the change does to existing payments. */
  affected: Affected;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

/**
 * Saves a changed program together with the payments that it changes. When what members were promised changes, the job that tells them is written in the same
 * transaction. Returns how many are told, in words, and the job; neither when nobody is.
 */
export async function saveAndTell(
  before: GroupMembership,
  after: GroupMembership,
  { hasMembers, affected, caller, now, newId }: Saving,
): Promise<{ told: string; jobId?: string }> {
  for (const write of affected.first) await writeAlone(write);
  const saved = [...groupMembershipChanged(before, after, caller.userId, now), ...affected.changes];
  const changes = promisedChanges(before, after);
  if (changes.length === 0 || !hasMembers) {
    await transact(...saved);
    return { told: '' };
  }
  // the count may lag behind; the job reads the records
  const members = await countMembersOfStatus(after.partnerId, toldStatuses);
  const { jobId } = await beginJob(
    {
      id: newId(),
      kind: 'changed terms',
      input: { partnerId: after.partnerId, changes },
      total: members,
      message: 'Telling members.',
      partnerId: after.partnerId,
    },
    caller,
    now,
    saved,
  );
  return members === 0 ? { told: '' } : { told: membersTold(members), jobId };
}

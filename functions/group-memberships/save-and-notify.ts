import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import {
  notifiedMembersText,
  promisedChanges,
  notifiedStatuses,
} from '../../shared/group-memberships/promised-terms.ts';
import { countMembersOfStatus } from '../employees/roster-store.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';
import { transact, writeAlone } from '../table/transact.ts';
import type { Affected } from './affected-month.ts';
import { groupMembershipChanged } from './store.ts';

interface Saving {
  /** True if any member is invited or enrolled. */
  hasMembers: boolean;
  /** Effects of the change on existing payments. */
  affected: Affected;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

/**
 * Saves a changed program together with its changed payments. If promised terms change, the same transaction starts the
 * job that notifies members. Returns the job and the formatted number of members, if any.
 */
export async function saveAndNotify(
  before: GroupMembership,
  after: GroupMembership,
  { hasMembers, affected, caller, now, newId }: Saving,
): Promise<{ notified: string; jobId?: string }> {
  for (const write of affected.first) await writeAlone(write);
  const saved = [...groupMembershipChanged(before, after, caller.userId, now), ...affected.changes];
  const changes = promisedChanges(before, after);
  if (changes.length === 0 || !hasMembers) {
    await transact(...saved);
    return { notified: '' };
  }
  // the count is eventually consistent; the job reads the records
  const members = await countMembersOfStatus(after.partnerId, notifiedStatuses);
  const { jobId } = await beginJob(
    {
      id: newId(),
      kind: 'changed terms',
      input: { partnerId: after.partnerId, changes },
      total: members,
      message: 'Notifying members.',
      partnerId: after.partnerId,
    },
    caller,
    now,
    saved,
  );
  return members === 0 ? { notified: '' } : { notified: notifiedMembersText(members), jobId };
}

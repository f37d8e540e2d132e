import { dateInChicago } from '../../../shared/calendar.ts';
import { leaversPerDay } from '../../../shared/integrations/scim/leaver-limit.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { isActiveUser } from '../../../shared/integrations/scim/user.ts';
import { invited, type Member } from '../../../shared/members/member.ts';
import { leaveChanges } from '../../employees/end-membership.ts';
import { memberAfterEnd } from '../../employees/member-after-end.ts';
import { leaverLimits } from '../../employees/changes/leaver-limits.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberChanged } from '../../members/member-changed.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { memberChange } from '../../members/store.ts';
import { keys } from '../../table/keys.ts';
import { transact } from '../../table/transact.ts';
import type { Change } from '../../table/write.ts';
import { directoryWrites } from './directory-store.ts';
import type { Person } from './load-user.ts';
import type { ScimContext } from './save-user.ts';

/**
 * Ends a membership by the rules of Delete and of leavers files: immediately, or on the first of next month if the member
 * pays. `after` has changes of the same request.
 */
export async function endMembership(before: Member, after: Member, context: ScimContext): Promise<Member> {
  const { who, now } = context;
  const today = dateInChicago(now);
  const ended = await memberAfterEnd(after, await mustLoadGroupMembership(before.partnerId), today);
  const left: Member = { ...ended, directory: after.directory ?? { userName: null, externalId: null } };
  await transact(
    ...(await leaveChanges(before, left, who, now)),
    ...(await directoryWrites(before, left)),
    ...(await leaverCount(before, today)),
  );
  return { ...left, version: before.version + 1 };
}

/** Counts an ending membership of the day; above the limit, an administrator must approve a leavers file. */
async function leaverCount({ partnerId, invitationStatus }: Member, today: string): Promise<Change[]> {
  if (invitationStatus <= invited) return [];
  const { used } = await membershipCounts(partnerId);
  const limit = leaversPerDay(used, leaverLimits());
  const full = new ScimError(
    403,
    `More than ${limit} memberships would end today. Upload a leavers file, which an administrator approves.`,
  );
  return [{ count: keys.directoryLeavers(partnerId, today), by: 1, atMost: { count: limit, full } }];
}

/** Ends the membership and removes the person from the directory; a later request finds no user. */
export async function deleteUser({ member }: Person, context: ScimContext): Promise<void> {
  const removed: Member = {
    ...member,
    directory: { ...(member.directory ?? { userName: null, externalId: null }), removed: true },
  };
  if (isActiveUser(member)) return void (await endMembership(member, removed, context));
  await transact(
    ...memberChange(member, removed),
    ...(await directoryWrites(member, removed)),
    memberChanged(member, { fields: ['directory'] }, context),
  );
}

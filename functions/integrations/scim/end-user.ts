import { dateInChicago } from '../../../shared/calendar.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { isActiveUser } from '../../../shared/integrations/scim/user.ts';
import type { Member } from '../../../shared/members/member.ts';
import { leaveChanges } from '../../employees/end-membership.ts';
import { leaverCounted } from '../../employees/leaver-count-store.ts';
import { memberAfterEnd } from '../../employees/member-after-end.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberChanged } from '../../members/member-changed.ts';
import { memberChange } from '../../members/store.ts';
import { transact } from '../../table/transact.ts';
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
    ...(await leaverCounted(before, {
      today,
      isApproved: false,
      refusal: (message) => new ScimError(403, message),
    })),
  );
  return { ...left, version: before.version + 1 };
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

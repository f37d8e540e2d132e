import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findMember } from './store.ts';
import type { Caller } from '../users/caller.ts';

/**
 * Returns a member to that member, the manager of the member's facility, or an administrator. For others, an unknown
 * member is refused like another owner's.
 */
export async function loadMemberFor(caller: Caller, memberId: string): Promise<Member> {
  if (caller.role === 'member') caller.requireAccess({ memberIds: [memberId] });
  const member = await findMember(memberId);
  if (caller.role === 'facilityManager') caller.requireAccess({ facilityId: member?.facilityId ?? '(none)' });
  if (!member) throw new Refusal('not-found', 'Member not found.');
  return member;
}

import { isFormerMember } from '../../shared/accounts/former-member-account.ts';
import { deleted } from '../../shared/members/member.ts';
import { initialsOf } from '../../shared/users/names.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartners } from '../partners/store.ts';
import type { User } from '../users/user.ts';

export interface MemberGroup {
  /** The partner's name. */
  fullName: string;
  memberIds: string[];
  abbreviatedName: string;
}

/** Returns a user's memberships by partner, and the IDs of ended ones. */
export async function memberGroupsOf(
  user: User,
): Promise<{ memberGroups: MemberGroup[]; formerMemberIds: string[] }> {
  if (user.memberIds.length === 0) return { memberGroups: [], formerMemberIds: [] };
  const all = await loadMembers(user.memberIds);
  const members = all.filter(({ invitationStatus }) => invitationStatus !== deleted);
  const formerMemberIds = all.filter(isFormerMember).map(({ id }) => id);
  const byPartner = Map.groupBy(members, ({ partnerId }) => partnerId);
  const partners = await loadPartners([...byPartner.keys()]);
  const memberGroups = partners.map(({ id, name }) => ({
    fullName: name,
    memberIds: (byPartner.get(id) ?? []).map((member) => member.id),
    abbreviatedName: initialsOf(name),
  }));
  return { memberGroups, formerMemberIds };
}

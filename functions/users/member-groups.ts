import { deleted } from '../../shared/members/member.ts';
import { initialsOf } from '../../shared/users/names.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartners } from '../partners/store.ts';
import type { User } from './user.ts';

export interface MemberGroup {
  /** The partner's name. */
  fullName: string;
  memberIds: string[];
  abbreviatedName: string;
}

/** A person's memberships, by the partner they come from; memberships that ended are left out. */
export async function memberGroupsOf(user: User): Promise<MemberGroup[]> {
  if (user.memberIds.length === 0) return [];
  const members = (await loadMembers(user.memberIds)).filter(
    ({ invitationStatus }) => invitationStatus !== deleted,
  );
  const byPartner = Map.groupBy(members, ({ partnerId }) => partnerId);
  const partners = await loadPartners([...byPartner.keys()]);
  return partners.map(({ id, name }) => ({
    fullName: name,
    memberIds: (byPartner.get(id) ?? []).map((member) => member.id),
    abbreviatedName: initialsOf(name),
  }));
}

import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../shared/members/member.ts';
import { isFormerMember } from '../../shared/accounts/former-member-account.ts';
import { isEnrolled } from '../../shared/members/standing.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { loadGroupMemberships } from '../group-memberships/store.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartners } from '../partners/store.ts';
import type { User } from '../users/user.ts';

export interface Membership {
  member: Member;
  program: GroupMembership;
  /** The program with the terms of the current month. */
  terms: GroupMembership;
  partnerName: string;
}

/**
 * Loads a member's memberships with their programs, only enrolled ones unless `isIncluded` is given. One round trip,
 * since the caller's own record names the partners.
 */
export async function loadMemberships(
  { user }: { user?: Pick<User, 'memberPartnerIds'> | undefined },
  memberIds: readonly string[],
  now: Date,
  isIncluded: (member: Member) => boolean = isEnrolled,
): Promise<Membership[]> {
  const partnerIds = [...new Set(user?.memberPartnerIds)];
  const [members, programs, partners] = await Promise.all([
    loadMembers([...new Set(memberIds)]),
    loadGroupMemberships(partnerIds),
    loadPartners(partnerIds),
  ]);
  return members.filter(isIncluded).flatMap((member) => {
    const program = programs.find(({ partnerId }) => partnerId === member.partnerId);
    const partner = partners.find(({ id }) => id === member.partnerId);
    if (!program || !partner) return [];
    return { member, program, terms: termsFor(program, currentPeriod(now)), partnerName: partner.name };
  });
}

/** True for memberships with bank accounts to manage: enrolled ones, and ended ones, to which deposits can be due. */
export const hasAccounts = (member: Member): boolean => isEnrolled(member) || isFormerMember(member);

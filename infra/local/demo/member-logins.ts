import type { Change } from '../../../functions/table/change.ts';
import type { Member } from '../../../shared/members/member.ts';
import { memberLogins, type MemberLogin } from './member-login-list.ts';
import type { DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';
import { demoPerson } from './people.ts';
import { withSignature } from './signature.ts';

const loginOf = (made: readonly DemoMember[], { member }: DemoMember): MemberLogin | undefined =>
  memberLogins.find(
    ({ partnerId, status, place }) =>
      partnerId === member.partnerId &&
      made.filter((one) => one.member.invitationStatus === status)[place]?.member.id === member.id,
  );

/** The partner's members, those who can sign in with their user and what they signed. */
export async function withLogins(
  made: readonly DemoMember[],
  demo: DemoPartner,
): Promise<{ members: DemoMember[]; changes: Change[] }> {
  const changes: Change[] = [];
  const members = await Promise.all(
    made.map(async (one, place): Promise<DemoMember> => {
      const login = loginOf(made, one);
      if (!login) return one;
      const member = await signedIn(one.member, login);
      if (login.signs === null) return { ...one, member };
      const signed = await withSignature(member, demo, login.signs, place);
      changes.push(...signed.changes);
      return { ...one, member: signed.member };
    }),
  );
  return { members, changes };
}

async function signedIn(member: Member, { email }: MemberLogin): Promise<Member> {
  const { id, partnerId, firstName, lastName } = member;
  const user = await demoPerson({
    email,
    firstName,
    lastName,
    role: 'member',
    memberIds: [id],
    memberPartnerIds: [partnerId],
  });
  return { ...member, email, userId: user.id };
}

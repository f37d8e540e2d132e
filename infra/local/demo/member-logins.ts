import type { Change } from '../../../functions/table/write.ts';
import { currentAgreementVersion } from '../../../shared/enrollment/agreement-text.ts';
import type { User } from '../../../functions/users/user.ts';
import type { Member } from '../../../shared/members/member.ts';
import { memberLogins, type MemberLogin } from './login-table.ts';
import { demoMemberId, type DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';
import { demoPerson } from './people.ts';
import { withSignature } from './signature.ts';

/** Users by email; the partners of a user with two memberships are loaded concurrently. */
export type DemoUsers = Map<string, Promise<User>>;

const loginOf = ({ member }: DemoMember): MemberLogin | undefined =>
  memberLogins.find((login) =>
    membershipsOf(login).some((membership) => demoMemberId(membership) === member.id),
  );

const membershipsOf = ({ also, ...first }: MemberLogin) => (also ? [first, also] : [first]);

/** Members of the partner with a manager login have signatures; some signed before the employer's log was included. */
const versionSignedBy = ({ member }: DemoMember, { partner }: DemoPartner, index: number): number | null => {
  if (partner.id !== '1' || member.enrolledOn === null || !member.facilityId) return null;
  return index % 6 === 1 ? currentAgreementVersion - 1 : currentAgreementVersion;
};

/** Returns the partner's members; those with a login have a user and signed agreements. */
export async function withLogins(
  created: readonly DemoMember[],
  demo: DemoPartner,
  users: DemoUsers,
): Promise<{ members: DemoMember[]; changes: Change[] }> {
  const changes: Change[] = [];
  const members = await Promise.all(
    created.map(async (demoMember, index): Promise<DemoMember> => {
      const login = loginOf(demoMember);
      const version = login ? login.signs : versionSignedBy(demoMember, demo, index);
      const member = login ? await signedIn(demoMember.member, login, users) : demoMember.member;
      if (version === null) return { ...demoMember, member };
      const signed = await withSignature(member, demo, version, index);
      changes.push(...signed.changes);
      return { ...demoMember, member: signed.member };
    }),
  );
  return { members, changes };
}

async function signedIn(member: Member, login: MemberLogin, users: DemoUsers): Promise<Member> {
  const { firstName, lastName } = member;
  const { email } = login;
  const memberships = membershipsOf(login);
  const user =
    users.get(email) ??
    demoPerson({
      email,
      firstName,
      lastName,
      role: 'member',
      memberIds: memberships.map(demoMemberId),
      memberPartnerIds: memberships.map(({ partnerId }) => partnerId),
    });
  users.set(email, user);
  const { id, ...names } = await user;
  return { ...member, firstName: names.firstName, lastName: names.lastName, email, userId: id };
}

import type { Change } from '../../../functions/table/write.ts';
import { currentAgreementVersion } from '../../../shared/enrollment/agreement-text.ts';
import type { Member } from '../../../shared/members/member.ts';
import { memberLogins, type MemberLogin } from './scenario.ts';
import type { DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';
import { demoPerson } from './people.ts';
import { withSignature } from './signature.ts';

const loginOf = (created: readonly DemoMember[], { member }: DemoMember): MemberLogin | undefined =>
  memberLogins.find(
    ({ partnerId, status, index }) =>
      partnerId === member.partnerId &&
      created.filter((demoMember) => demoMember.member.invitationStatus === status)[index]?.member.id ===
        member.id,
  );

/** Members of the partner with a manager login have signatures; some signed before the employer's log was included. */
const versionSignedBy = ({ member }: DemoMember, { partner }: DemoPartner, place: number): number | null => {
  if (partner.id !== '1' || member.enrolledOn === null || !member.facilityId) return null;
  return place % 6 === 1 ? currentAgreementVersion - 1 : currentAgreementVersion;
};

/** Returns the partner's members; those with a login have a user and signed agreements. */
export async function withLogins(
  created: readonly DemoMember[],
  demo: DemoPartner,
): Promise<{ members: DemoMember[]; changes: Change[] }> {
  const changes: Change[] = [];
  const members = await Promise.all(
    created.map(async (demoMember, index): Promise<DemoMember> => {
      const login = loginOf(created, demoMember);
      const version = login ? login.signs : versionSignedBy(demoMember, demo, index);
      const member = login ? await signedIn(demoMember.member, login) : demoMember.member;
      if (version === null) return { ...demoMember, member };
      const signed = await withSignature(member, demo, version, index);
      changes.push(...signed.changes);
      return { ...demoMember, member: signed.member };
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

import { signAgreement, signedBy } from '../../../functions/enrollment/sign-agreement.ts';
import { agreementChange } from '../../../functions/enrollment/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { firstVersionWithFile, currentAgreementVersion } from '../../../shared/enrollment/agreement-text.ts';
import { electronicConsent } from '../../../shared/enrollment/electronic-consent.ts';
import { firstDayOf, type Member } from '../../../shared/members/member.ts';
import { demoAccount, demoFacilities } from './facilities.ts';
import type { DemoPartner } from './partners.ts';
import type { User } from '../../../functions/users/user.ts';
import { memberLogins, type MemberLogin } from './login-table.ts';
import { demoMemberId, type DemoMember } from './members.ts';
import { demoPerson } from './scenario.ts';

/** Returns the member with an agreement signed on the enrollment day; stores the PDF with the other agreements. */
async function withSignature(
  member: Member,
  { terms }: DemoPartner,
  documentAgreementVersion: number,
  index: number,
): Promise<{ member: Member; changes: Change[] }> {
  const facility = demoFacilities.find(({ id }) => id === member.facilityId);
  if (!facility || member.enrolledOn === null) throw new Error('only enrolled members can have a signature');
  const seed = Number(member.partnerId) * 1000 + index;
  const at = (minute: number) => new Date(`${member.enrolledOn}T16:${minute}:00Z`);
  const from = (minute: number) => ({
    at: at(minute).toISOString(),
    address: '203.0.113.24',
    browser: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Safari/605.1',
  });
  const signed = await signAgreement(
    // as before enrolling, so that the first dues are also signed
    { member: { ...member, enrolledOn: null }, facility, terms, keyFob: undefined },
    {
      ...(member.withdrawalPayeeToken !== null && { withdrawalFromBankAccount: demoAccount(seed) }),
      ...(member.depositPayeeToken !== null && { depositToBankAccount: demoAccount(seed) }),
      ...(member.keyFobNumber !== null && { keyFobNumber: member.keyFobNumber }),
      isMemberAgreed: true,
      firstName: member.firstName,
      lastName: member.lastName,
      contactNumber: member.phone ?? '',
      email: member.email,
      documentAgreementVersion,
    },
    firstDayOf(member) ?? member.enrolledOn,
    at(40),
    documentAgreementVersion >= firstVersionWithFile
      ? {
          consent: {
            memberId: member.id,
            facilityId: facility.id,
            hash: '',
            consentVersion: electronicConsent.version,
            opened: from(31),
            read: from(37),
            agreed: from(34),
            version: 1,
          },
          from: from(40),
        }
      : undefined,
  );
  return { member: { ...member, agreement: signedBy(signed) }, changes: agreementChange(signed) };
}

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

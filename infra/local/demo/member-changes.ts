import { bankAccountChange } from '../../../functions/bank-accounts/store.ts';
import { keyFobChange } from '../../../functions/employees/store.ts';
import { invitationChange } from '../../../functions/members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../../../functions/members/invitation-token.ts';
import { enrollmentChange, memberChange } from '../../../functions/members/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { addDays } from '../../../shared/calendar.ts';
import { freeKeyFob, keyFobStatusInUse } from '../../../shared/employees/key-fob.ts';
import { invitationDays } from '../../../shared/members/invitation.ts';
import type { Member } from '../../../shared/members/member.ts';
import { demoAccount } from './facilities.ts';
import { keyFobNumber, type DemoMember } from './members.ts';
import type { DemoPartner } from './partners.ts';

/** Number of unassigned key fobs per partner. */
const freeKeyFobCount = 20;

/**
 * Returns the writes that add a partner's members with their enrollments, key fobs, bank accounts, and invitations, and
 * the partner's unassigned key fobs. Only members of people.ts have a login.
 */
export async function memberChanges(demo: DemoPartner, members: readonly DemoMember[]): Promise<Change[]> {
  const addedAt = `${addDays(demo.terms.launchDate, -20)}T15:00:00.000Z`;
  const parts = await Promise.all(
    members.map(async ({ member, stays }, index) => [
      ...memberChange(null, member),
      ...stays.flatMap((enrollment) => enrollmentChange(null, enrollment)),
      ...usedKeyFob(member, addedAt),
      ...(await accounts(member, Number(demo.partner.id) * 1000 + index)),
      ...(await invitation(member)),
    ]),
  );
  const free = Array.from({ length: freeKeyFobCount }, (_, index) => ({
    ...freeKeyFob(keyFobNumber(demo.partner.id, 500 + index), demo.partner.id, addedAt),
    // one was lost in the mail
    keyFobStatusId: index === 7 ? (3 as const) : (0 as const),
  }));
  return [...parts.flat(), ...free.flatMap((keyFob) => keyFobChange(null, keyFob))];
}

const usedKeyFob = (member: Member, addedAt: string): Change[] =>
  member.keyFobNumber === null
    ? []
    : keyFobChange(null, {
        ...freeKeyFob(member.keyFobNumber, member.partnerId, addedAt),
        memberId: member.id,
        keyFobStatusId: keyFobStatusInUse(member),
      });

/** Returns the bank accounts that a member entered when signing. */
async function accounts(member: Member, seed: number): Promise<Change[]> {
  const now = new Date(`${member.enrolledOn}T16:20:00Z`);
  const payeeName = `${member.firstName} ${member.lastName}`;
  const owner = { ownerKind: 'member', ownerId: member.id, payeeName } as const;
  const { withdrawalPayeeToken: withdrawal, depositPayeeToken: deposit } = member;
  return [
    ...(withdrawal ? await bankAccountChange(withdrawal, owner, demoAccount(seed), now) : []),
    ...(deposit ? await bankAccountChange(deposit, owner, demoAccount(seed), now) : []),
  ];
}

async function invitation(member: Member): Promise<Change[]> {
  if (member.invitedOn === null) return [];
  return invitationChange(null, {
    tokenHash: tokenHashOf(await invitationToken(member.id, 1)),
    memberId: member.id,
    partnerId: member.partnerId,
    expiresOn: addDays(member.invitedOn, invitationDays),
    usedAt: member.enrolledOn === null ? null : `${member.enrolledOn}T16:20:00.000Z`,
    version: 0,
  });
}

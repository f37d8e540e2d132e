import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import { deleted, type Member } from '../../shared/members/member.ts';
import { loadEnrollment } from '../enrollment/store.ts';
import { enrollmentChange, memberChange } from '../members/store.ts';
import { loadInvitation, invitationChange } from '../members/invitation-store.ts';
import { sentTokens, tokenHashOf } from '../members/invitation-token.ts';
import { duesSettled, duesWithoutDay, type DuesWithoutDay } from '../payments/dues-of-member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { keyFobChange, loadKeyFobs } from './store.ts';

/**
 * The writes that end a membership or give notice of its end (`after` comes from `moveMember`). Who is gone frees the
 * key fob and the address, leaves the club and cannot use an invitation any more.
 */
export async function leaveChanges(member: Member, after: Member, who: string, now: Date): Promise<Change[]> {
  const { membership, dues } = await leaveParts(member, after, who, now);
  return [...membership, ...duesSettled(dues)];
}

/** As `leaveChanges`, in two parts: what ends the membership, and the dues of months without a day of it. */
export async function leaveParts(
  member: Member,
  after: Member,
  who: string,
  now: Date,
): Promise<{ membership: Change[]; dues: DuesWithoutDay }> {
  const gone = after.invitationStatus === deleted;
  const dues = await duesWithoutDay(member, after, now);
  const { removed, paidBack } = dues;
  const membership = [
    ...memberChange(member, {
      ...after,
      ...(gone && { keyFobNumber: null, formerKeyFobNumber: member.keyFobNumber }),
    }),
    ...(await enrollmentEnd(member, after.leavingOn)),
    ...(gone ? await releaseResources(member) : []),
    auditWrite(
      {
        name: 'member status changed',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who,
        before: { invitationStatus: member.invitationStatus },
        after: {
          invitationStatus: after.invitationStatus,
          effectiveDate: after.leavingOn,
          removedPayments: removed.map(({ id }) => id),
          ...(paidBack.length > 0 && { duesPaidBack: paidBack.map(({ refund }) => refund.id) }),
        },
      },
      now,
    ),
  ];
  return { membership, dues };
}

/** The writes that set the end of the time at the club: as soon as it is known, so that generation finds it. */
async function enrollmentEnd(member: Member, to: string | null): Promise<Change[]> {
  if (member.facilityId === null) return [];
  const enrolled = await loadEnrollment(member.partnerId, member.facilityId, member.id);
  return enrolled?.to === null ? enrollmentChange(enrolled, { ...enrolled, to }) : [];
}

async function releaseResources(member: Member): Promise<Change[]> {
  const [fob] = member.keyFobNumber ? await loadKeyFobs([member.keyFobNumber]) : [];
  return [
    ...(fob?.memberId === member.id
      ? keyFobChange(fob, { ...freeKeyFob(fob.number, fob.partnerId, fob.addedAt), version: fob.version })
      : []),
    ...(await revokeInvitation(member)),
  ];
}

/** The writes that take back the invitation a member was sent last, if it can still be used. */
export async function revokeInvitation(member: Member): Promise<Change[]> {
  if (!member.invitationAttempt) return [];
  const tokens = await sentTokens(member.id, member.invitationAttempt);
  const sent = await Promise.all(tokens.map((token) => loadInvitation(tokenHashOf(token))));
  return sent.flatMap((one) => (one && one.usedAt === null ? invitationChange(one, null) : []));
}

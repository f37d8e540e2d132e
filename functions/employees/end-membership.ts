import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import { releasedKeyFob } from '../../shared/employees/key-fob.ts';
import { deleted, type Member } from '../../shared/members/member.ts';
import { loadEnrollment } from '../members/enrollments-store.ts';
import { enrollmentChange, memberChange } from '../members/store.ts';
import { loadInvitation, invitationChange } from '../members/invitation-store.ts';
import { sentTokens, tokenHashOf } from '../members/invitation-token.ts';
import { duesSettled, duesWithoutDay, type DuesWithoutDay } from '../payments/generation/dues-of-member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { keyFobChange, loadKeyFobs } from './store.ts';

/**
 * Returns the writes that end a membership or schedule its end (`after` comes from `moveMember`). Ending releases the
 * key fob and the email, ends the enrollment, and revokes the invitation.
 */
export async function leaveChanges(member: Member, after: Member, who: string, now: Date): Promise<Change[]> {
  const { membership, dues } = await leaveParts(member, after, who, now);
  return [...membership, ...duesSettled(dues)];
}

/** Splits `leaveChanges` into the end of the membership and the dues of months without membership. */
export async function leaveParts(
  member: Member,
  after: Member,
  who: string,
  now: Date,
): Promise<{ membership: Change[]; dues: DuesWithoutDay }> {
  const isDeleted = after.invitationStatus === deleted;
  const dues = await duesWithoutDay(member, after, now);
  const { removed, canceled, paidBack } = dues;
  const membership = [
    ...memberChange(member, {
      ...after,
      ...(isDeleted && { keyFobNumber: null, formerKeyFobNumber: member.keyFobNumber }),
    }),
    ...(await enrollmentEnd(member, after.leavingOn)),
    ...(isDeleted ? await releaseResources(member, after.leavingOn ?? dateInChicago(now)) : []),
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
          ...(canceled.length > 0 && { canceledPayments: canceled.map(({ before }) => before.id) }),
          ...(paidBack.length > 0 && { duesPaidBack: paidBack.map(({ refund }) => refund.id) }),
        },
      },
      now,
    ),
  ];
  return { membership, dues };
}

/** Returns the writes that set the end of the enrollment in advance, so that generation considers it. */
async function enrollmentEnd(member: Member, to: string | null): Promise<Change[]> {
  if (member.facilityId === null) return [];
  const enrolled = await loadEnrollment(member.partnerId, member.facilityId, member.id);
  return enrolled?.to === null ? enrollmentChange(enrolled, { ...enrolled, to }) : [];
}

async function releaseResources(member: Member, on: CalendarDate): Promise<Change[]> {
  const [keyFob] = member.keyFobNumber ? await loadKeyFobs([member.keyFobNumber]) : [];
  return [
    ...(keyFob?.memberId === member.id ? keyFobChange(keyFob, releasedKeyFob(keyFob, member.id, on)) : []),
    ...(await revokeInvitation(member)),
  ];
}

/** Returns the writes that revoke the member's last invitation if it is still valid. */
export async function revokeInvitation(member: Member): Promise<Change[]> {
  if (!member.invitationAttempt) return [];
  const tokens = await sentTokens(member.id, member.invitationAttempt);
  const sent = await Promise.all(tokens.map((token) => loadInvitation(tokenHashOf(token))));
  return sent.flatMap((item) => (item && item.usedAt === null ? invitationChange(item, null) : []));
}

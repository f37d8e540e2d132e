import {
  type CalendarDate,
  addPeriods,
  nextPeriod,
  periodOf,
  type PeriodId,
  dateInChicago,
} from '../../shared/calendar.ts';
import { canEndLater, endingLater, leavingMember } from '../../shared/employees/membership-rules.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import {
  enrolledWaitingForPayment,
  endOf,
  type Member,
  deleted,
  firstDayOf,
} from '../../shared/members/member.ts';
import {
  isReserved,
  received,
  submitted,
  memberDues,
  memberReimbursements,
  paymentIdOf,
} from '../../shared/payments/payment.ts';
import { loadFirstDues } from '../payments/first-dues-store.ts';
import { leaverRow, memberRow, type RosterChangeRow } from '../../shared/employees/roster-change.ts';
import { Refusal } from '../../shared/refusal.ts';
import { duesWithoutDay, duesSettled, type DuesWithoutDay } from '../payments/generation/dues-of-member.ts';
import { releasedKeyFob } from '../../shared/employees/key-fob.ts';
import { loadEnrollment } from '../members/enrollments-store.ts';
import { enrollmentChange, memberChange } from '../members/store.ts';
import { loadInvitation, invitationChange } from '../members/invitation-store.ts';
import { sentTokens, tokenHashOf } from '../members/invitation-token.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { keyFobChange, loadKeyFobs } from './store.ts';

/**
 * Returns the member after Delete or a leavers file with a last day. A membership that is not activated keeps its status
 * until a last day in the future. Throws if the membership is already ending, or while its first dues are in a bank file or
 * at the bank.
 */
export async function memberAfterEnd(
  member: Member,
  { programPaymentTypeId }: Pick<GroupMembership, 'programPaymentTypeId'>,
  today: CalendarDate,
  lastDay?: CalendarDate,
): Promise<Member> {
  if (lastDay !== undefined && lastDay >= today && canEndLater(member))
    return endingLater(member, programPaymentTypeId, lastDay);
  const isCollecting = await areFirstDuesUnderWay(member, programPaymentTypeId);
  return leavingMember(member, programPaymentTypeId, today, isCollecting, lastDay);
}

/** Returns true while the first dues of a waiting member are in a bank file or at the bank. */
export async function areFirstDuesUnderWay(
  member: Member,
  programPaymentTypeId: GroupMembership['programPaymentTypeId'],
): Promise<boolean> {
  if (member.invitationStatus !== enrolledWaitingForPayment) return false;
  const dues = (await loadFirstDues([{ member, programPaymentTypeId }])).get(member.id);
  return dues !== undefined && (isReserved(dues) || dues.status === submitted || dues.status === received);
}

const idOf = (member: Member, program: GroupMembership, paymentTypeId: number, periodId: PeriodId) =>
  paymentIdOf({
    kind: 'member',
    programPaymentTypeId: program.programPaymentTypeId,
    paymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  });

/** Previews the effects for a leaving member, or the reason why the membership does not end. */
export async function previewLeaver(
  member: Member,
  program: GroupMembership,
  { today, now, lastDay = '' }: { today: CalendarDate; now: Date; lastDay?: string | undefined },
): Promise<{ group: 'end' | 'stay'; row: Omit<RosterChangeRow, 'key' | 'line'> }> {
  try {
    const after = await memberAfterEnd(member, program, today, lastDay || undefined);
    const { removed, paidBack } = await duesWithoutDay(member, after, now);
    const dues = {
      notCharged: removed.reduce((sum, { totalPayment }) => sum + totalPayment, 0),
      paidBack: paidBack.reduce((sum, { refund }) => sum + refund.totalPayment, 0),
    };
    return { group: 'end', row: leaverRow(member, after, program, { ...dues, lastDay }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { group: 'stay', row: { ...memberRow(member), what: error.message } };
  }
}

// a year of payments; later returns change the member record as well
const monthsChecked = 13;

/** Returns the IDs of possible payments of the last year and the next two months; they may not exist. */
export function paymentIdsOf(member: Member, program: GroupMembership, today: CalendarDate): string[] {
  const from = firstDayOf(member);
  if (from === null) return [];
  const last = nextPeriod(nextPeriod(periodOf(today)));
  const first = [periodOf(from), addPeriods(last, -monthsChecked)].toSorted().at(-1) ?? last;
  const ids: string[] = [];
  for (let period = first; period <= last; period = nextPeriod(period))
    ids.push(idOf(member, program, memberDues, period), idOf(member, program, memberReimbursements, period));
  return ids;
}

export const isDeleted = (member: Pick<Member, 'invitationStatus'>): boolean =>
  member.invitationStatus === deleted;

/**
 * Returns the writes that end a membership or schedule its end (`after` comes from `moveMember`). Ending releases the
 * key fob and the email, ends the enrollment, and revokes the invitation.
 */
export async function leaveChanges(member: Member, after: Member, who: string, now: Date): Promise<Change[]> {
  const { membership, dues } = await leaveParts(member, after, who, now);
  return [...membership, ...duesSettled(dues, { who, now })];
}

/** Splits `leaveChanges` into the end of the membership and the dues of months without membership. */
export async function leaveParts(
  member: Member,
  after: Member,
  who: string,
  now: Date,
  confirmed: { isConfirmed?: boolean } = {},
): Promise<{ membership: Change[]; dues: DuesWithoutDay }> {
  const isDeleted = after.invitationStatus === deleted;
  const isEndingNow = isDeleted && member.invitationStatus !== deleted;
  const dues = await duesWithoutDay(member, after, now);
  const { removed, canceled, paidBack } = dues;
  const membership = [
    ...memberChange(
      member,
      {
        ...after,
        ...(isEndingNow && { keyFobNumber: null, formerKeyFobNumber: member.keyFobNumber }),
      },
      confirmed,
    ),
    ...(await enrollmentEnd(member, after.leavingOn)),
    ...(isEndingNow ? await releaseResources(member, after.leavingOn ?? dateInChicago(now)) : []),
    auditWrite(
      {
        name: 'member status changed',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who,
        before: { invitationStatus: member.invitationStatus },
        after: {
          invitationStatus: after.invitationStatus,
          effectiveDate: endOf(after),
          ...(after.canceledOn !== undefined && { canceledOn: after.canceledOn }),
          ...(after.noticeOn !== member.noticeOn &&
            after.noticeOn !== dateInChicago(now) && {
              noticeOn: after.noticeOn,
              recordedOn: dateInChicago(now),
            }),
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
  if (member.facilityId === null || to === null) return [];
  const enrolled = await loadEnrollment(member.partnerId, member.facilityId, member.id);
  // the stay of a former member shows in which month the person enrolled again
  const isLater = (end: string) => member.invitationStatus !== deleted && end > to;
  if (!enrolled || (enrolled.to !== null && !isLater(enrolled.to))) return [];
  // an end before a transfer leaves no day at the present club
  return enrollmentChange(enrolled, { ...enrolled, to: to > enrolled.from ? to : enrolled.from });
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

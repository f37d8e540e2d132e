import { dateInChicago } from '../../shared/calendar.ts';
import { transferredMember, transferredStays, transferRefusal } from '../../shared/enrollment/enrollment.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { Member } from '../../shared/members/member.ts';
import type { TransferResult } from '../../shared/members/transfer.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadEnrollment } from './enrollments-store.ts';
import { unchangedFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import type { Caller } from '../users/caller.ts';
import { changeAndNotify } from './change-and-notify.ts';
import type { MemberEmail } from './email-content.ts';
import { facilityChangeDone, newClubText } from './request-done.ts';
import { enrollmentChange, findMember, memberChange } from './store.ts';

interface RequestedTransfer {
  memberId: string;
  to: Facility;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

interface Transfer {
  memberId: string;
  /** As loaded; undefined for an unknown ID. */
  member: Member | undefined;
  to: Facility;
  who: string;
  now: Date;
  /** The caller closes the member's request for this club. */
  closesRequest?: boolean;
}

export interface TransferStep {
  result: TransferResult;
  changes: Change[];
}

/**
 * Transfers one member in a separate transaction and notifies the member; a lost race is reported as that member's
 * failure.
 */
export async function transferMember({
  memberId,
  to,
  ...context
}: RequestedTransfer): Promise<TransferResult> {
  const { caller, now } = context;
  const member = await findMember(memberId);
  const { result, changes } = await transferStep({ memberId, member, to, who: caller.userId, now });
  try {
    if (changes.length > 0)
      await changeAndNotify(
        transferredEmail(memberId, to, now),
        [...changes, unchangedFacility(to)],
        context,
      );
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...result, success: false, message: error.message };
  }
}

const transferredEmail = (memberId: string, to: Facility, now: Date): MemberEmail => ({
  memberId,
  subject: `Your club is now ${to.name}`,
  paragraphs: [newClubText(to, now), 'If you did not expect this, contact us or your employer or insurer.'],
  link: { title: 'View your club', path: '/member/dashboard/home' },
});

/**
 * Returns a member's result and writes; none if the member is already at the facility or cannot be transferred. The
 * transaction also needs the condition that the facility is unchanged (`unchangedFacility`).
 */
export async function transferStep({
  memberId,
  member,
  to,
  who,
  now,
  closesRequest = false,
}: Transfer): Promise<TransferStep> {
  const today = dateInChicago(now);
  const refusal = transferRefusal(member, today);
  const isThere = member?.facilityId === to.id;
  const message = refusal ?? (isThere ? `Already at ${to.name}. Nothing was changed.` : 'Transferred');
  const result: TransferResult = {
    memberId,
    memberName: member ? `${member.firstName} ${member.lastName}` : memberId,
    success: refusal === undefined,
    message,
    fromName: member?.facilityName ?? null,
    fromNumber: member?.facilityId ?? null,
    toName: to.name,
    toNumber: to.facilityNumber,
  };
  if (!member || refusal !== undefined || isThere) return { result, changes: [] };
  const [changes, requested] = await Promise.all([
    transferChanges(member, to, who, now),
    closesRequest ? [] : facilityChangeDone(memberId, to, now),
  ]);
  return { result, changes: [...changes, ...requested] };
}

async function transferChanges(member: Member, to: Facility, who: string, now: Date): Promise<Change[]> {
  const { partnerId, facilityId, id } = member;
  const [enrollment, before] = await Promise.all([
    loadEnrollment(partnerId, facilityId ?? '', id),
    loadEnrollment(partnerId, to.id, id),
  ]);
  if (!enrollment) throw new Error(`member ${id} is at club ${facilityId} without an enrollment`);
  const { left, joined } = transferredStays(enrollment, before, to.id, dateInChicago(now));
  return [
    ...memberChange(member, transferredMember(member, to)),
    ...enrollmentChange(enrollment, left),
    ...enrollmentChange(before ?? null, joined),
    auditWrite(
      {
        name: 'member transferred',
        subject: `member ${id}`,
        partnerId: member.partnerId,
        who,
        before: { facilityId, until: left.to },
        after: { facilityId: to.id, from: joined.from },
      },
      now,
    ),
  ];
}

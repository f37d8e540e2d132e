import { addDays, nextPeriod, periodOf, periodStart, showLastDay, type CalendarDate } from '../calendar.ts';
import {
  accessTypes,
  activated,
  enrolledWaitingForPayment,
  firstDayOf,
  invited,
  waitingToInvite,
  type Member,
} from '../members/member.ts';
import { canMove, moveMember, nextStatus } from '../members/membership-status.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import type { KeyFob } from './key-fob.ts';

type Status = Pick<Member, 'invitationStatus'>;

/** Returns true until the member enrolls (spec 2 §6). */
export const canChangeEmail = (member: Status): boolean => canMove(member, 'changeEmail', {});

/**
 * Returns the server's refusal message if the status prevents deletion (spec 2 §6), otherwise undefined. The server
 * also checks whether first dues are being collected.
 */
export function leaveRefusal(member: Status): string | undefined {
  try {
    nextStatus(member, 'leave', { today: '', membersPay: false, isCollecting: false });
    return undefined;
  } catch (error) {
    return (error as Refusal).message;
  }
}

/**
 * Returns the deleted member. Activated members of a program they pay for leave on the first of next month, others
 * immediately (spec 2 §4); activated members with a later last day leave after it. Throws ('invalid') if first dues are
 * being collected or the member is already leaving.
 */
export const leavingMember = (
  member: Member,
  type: ProgramPaymentTypeId,
  today: CalendarDate,
  isCollecting = false,
  lastDay?: CalendarDate,
): Member =>
  moveMember(member, 'leave', {
    today,
    lastDay,
    membersPay: !isPartnerPaid({ programPaymentTypeId: type }),
    isCollecting,
  });

/** Returns true for a membership that is not activated yet. */
export const canEndLater = ({ invitationStatus }: Status): boolean =>
  [waitingToInvite, invited, enrolledWaitingForPayment].some((status) => status === invitationStatus);

/**
 * Returns the member with an end after a last day: the first of the next month if the enrolled member pays. Throws
 * ('invalid') if that end is planned already.
 */
export function endingLater(member: Member, type: ProgramPaymentTypeId, lastDay: CalendarDate): Member {
  const isPaying = firstDayOf(member) !== null && !isPartnerPaid({ programPaymentTypeId: type });
  const endsOn = isPaying ? periodStart(nextPeriod(periodOf(lastDay))) : addDays(lastDay, 1);
  if (member.endsOn === endsOn) throw new Refusal('invalid', `Already leaving on ${showLastDay(endsOn)}.`);
  return { ...member, endsOn };
}

/** Returns the member whose planned end is due. Throws ('invalid') while the first dues are being collected. */
export const endedAsPlanned = (member: Member, isCollecting: boolean): Member => {
  const endsOn = member.endsOn ?? '';
  const context = { today: endsOn, membersPay: false, isCollecting };
  return { ...moveMember(member, 'leave', context), leavingOn: endsOn };
};

/**
 * Returns the member with a new email. Throws ('invalid') after enrollment and for an unchanged email. Invited members
 * need a new invitation, because the old one went to the old address.
 */
export function withEmail(member: Member, email: string): Member {
  const after = moveMember(member, 'changeEmail', {});
  if (member.email === email) throw new Refusal('invalid', 'The member already has this email.', 'email');
  return { ...after, email };
}

/** Deactivates an activated membership with its key fob. Throws ('invalid') for other statuses. */
export const deactivatedMember = (member: Member, today: CalendarDate): Member =>
  moveMember(member, 'hold', { today });

/** Reactivates a membership. Throws ('invalid') if it is not on hold. */
export const reactivatedMember = (member: Member, today: CalendarDate): Member =>
  moveMember(member, 'resume', { today });

/** Returns true for activated members with a physical key (spec 2 §6). */
export const canReassign = (member: Pick<Member, 'invitationStatus' | 'preferredAccessType'>): boolean =>
  member.invitationStatus === activated && member.preferredAccessType === accessTypes.physicalKey;

/** Message for an unchanged number (spec 2 §5). */
export const sameKeyFob = 'New keyfob cannot match old keyfob.';
/** Message for a key fob in use, on hold, or banned. */
export const notAvailable = 'This key fob is not available for activation.';

/** Throws ('invalid') if the key fob is unchanged or not free, or if the member is not eligible for another. */
export function validateReassignment(member: Member, next: KeyFob): void {
  if (next.number === member.keyFobNumber) throw new Refusal('invalid', sameKeyFob, 'newKeyFobNumber');
  if (!canReassign(member))
    throw new Refusal(
      'invalid',
      'Only an activated member with a physical key can get another key fob.',
      'oldKeyFobNumber',
    );
  if (next.memberId !== null || next.keyFobStatusId !== 0)
    throw new Refusal('invalid', notAvailable, 'newKeyFobNumber');
}

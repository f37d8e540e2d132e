import { nextPeriod, periodOf, periodStart, type CalendarDate } from '../calendar.ts';
import {
  accessTypes,
  activated,
  deleted,
  enrolledWaitingForPayment,
  invitationStatusName,
  invited,
  onHold,
  waitingToDelete,
  waitingToInvite,
  type Member,
} from '../members/member.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import type { KeyFob } from './key-fob.ts';

type Status = Pick<Member, 'invitationStatus'>;

/** An address may be changed until somebody has enrolled with it (spec 2 §6). */
export const emailMayChange = ({ invitationStatus }: Status): boolean =>
  invitationStatus === waitingToInvite || invitationStatus === invited;

/** A membership cannot be ended while its first payment is under way, or twice (spec 2 §6). */
export const mayLeave = ({ invitationStatus }: Status): boolean =>
  ![enrolledWaitingForPayment, waitingToDelete, deleted].includes(invitationStatus);

/** When a membership ends if it is ended today, and how the member stands until then (spec 2 §4). */
export interface Leaving {
  status: typeof waitingToDelete | typeof deleted;
  effectiveDate: CalendarDate;
}

/**
 * Activated members of a program they pay for leave on the first of next month; everybody else at once. Refuses
 * ('invalid') a member whose first payment is under way or who is leaving already.
 */
export function leavingOf(member: Status, type: ProgramPaymentTypeId, today: CalendarDate): Leaving {
  if (!mayLeave(member))
    throw new Refusal(
      'invalid',
      `This membership cannot be deleted while its status is "${invitationStatusName(member.invitationStatus)}".`,
    );
  return member.invitationStatus === activated && type !== 1
    ? { status: waitingToDelete, effectiveDate: periodStart(nextPeriod(periodOf(today))) }
    : { status: deleted, effectiveDate: today };
}

/**
 * The member under a new address. Refuses ('invalid') once enrolled, and the address they have. Who was invited waits
 * for a new invitation, since the old one went to the old address.
 */
export function withEmail(member: Member, email: string): Member {
  if (!emailMayChange(member))
    throw new Refusal('invalid', 'The email can be changed only before the member enrolls.', 'email');
  if (member.email === email)
    throw new Refusal('invalid', 'This is the email that the member has already.', 'email');
  return { ...member, email, invitationStatus: waitingToInvite, invitedOn: null };
}

/** Puts an activated membership on hold, with its key fob. Refuses ('invalid') any other. */
export function heldMember(member: Member): Member {
  if (member.invitationStatus !== activated)
    throw new Refusal('invalid', 'Only an activated membership can be deactivated.', 'facilityMemberID');
  return { ...member, invitationStatus: onHold };
}

/** Takes a membership up again that is on hold. Refuses ('invalid') any other. */
export function resumedMember(member: Member): Member {
  if (member.invitationStatus !== onHold)
    throw new Refusal('invalid', 'Only a membership on hold can be activated again.', 'facilityMemberID');
  return { ...member, invitationStatus: activated };
}

/** Only who is activated and uses a physical key gets another key fob (spec 2 §6). */
export const mayReassign = (member: Pick<Member, 'invitationStatus' | 'preferredAccessType'>): boolean =>
  member.invitationStatus === activated && member.preferredAccessType === accessTypes.physicalKey;

/** Refuses ('invalid') a reassignment to a key fob that is not free, and of a member who may not get another. */
export function judgeReassignment(member: Member, next: KeyFob): void {
  if (!mayReassign(member))
    throw new Refusal(
      'invalid',
      'Only an activated member with a physical key can get another key fob.',
      'oldFacilityMemberID',
    );
  if (next.memberId !== null || next.keyFobStatusID !== 0)
    throw new Refusal('invalid', 'This key fob is not available for activation.', 'newFacilityMemberID');
}

import type { CalendarDate } from '../calendar.ts';
import { accessTypes, activated, type Member } from '../members/member.ts';
import { canMove, moveMember, nextStatus } from '../members/membership-status.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import type { KeyFob } from './key-fob.ts';

type Status = Pick<Member, 'invitationStatus'>;

/** An address may be changed until somebody has enrolled with it (spec 2 §6). */
export const emailMayChange = (member: Status): boolean => canMove(member, 'changeEmail', {});

/**
 * Why a membership cannot be deleted in its status (spec 2 §6): the sentence of the server's refusal, or undefined when
 * it can be deleted. Whether first dues are being collected is decided by the server.
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
 * The member after Delete was selected. Activated members of a program they pay for leave on the first of next month;
 * everybody else at once (spec 2 §4). Refuses ('invalid') a member whose first dues are being collected or who is
 * leaving already.
 */
export const leavingMember = (
  member: Member,
  type: ProgramPaymentTypeId,
  today: CalendarDate,
  isCollecting = false,
): Member => moveMember(member, 'leave', { today, membersPay: type !== 1, isCollecting });

/**
 * The member under a new address. Refuses ('invalid') once enrolled, and the address they have. Who was invited waits
 * for a new invitation, since the old one went to the old address.
 */
export function withEmail(member: Member, email: string): Member {
  const after = moveMember(member, 'changeEmail', {});
  if (member.email === email)
    throw new Refusal('invalid', 'This is the email that the member has already.', 'email');
  return { ...after, email };
}

/** Puts an activated membership on hold, with its key fob. Refuses ('invalid') any other. */
export const heldMember = (member: Member, today: CalendarDate): Member =>
  moveMember(member, 'hold', { today });

/** Takes a membership up again that is on hold. Refuses ('invalid') any other. */
export const resumedMember = (member: Member, today: CalendarDate): Member =>
  moveMember(member, 'resume', { today });

/** Only who is activated and uses a physical key gets another key fob (spec 2 §6). */
export const mayReassign = (member: Pick<Member, 'invitationStatus' | 'preferredAccessType'>): boolean =>
  member.invitationStatus === activated && member.preferredAccessType === accessTypes.physicalKey;

/** Said of a new number that is the old one (spec 2 §5). */
export const sameKeyFob = 'New keyfob cannot match old keyfob.';
/** Said of a key fob that is in use, on hold or banned. */
export const notAvailable = 'This key fob is not available for activation.';

/**
 * Refuses ('invalid') a reassignment to the same key fob or one that is not free, and of a member who may not get
 * another.
 */
export function judgeReassignment(member: Member, next: KeyFob): void {
  if (next.number === member.keyFobNumber) throw new Refusal('invalid', sameKeyFob, 'newKeyFobNumber');
  if (!mayReassign(member))
    throw new Refusal(
      'invalid',
      'Only an activated member with a physical key can get another key fob.',
      'oldKeyFobNumber',
    );
  if (next.memberId !== null || next.keyFobStatusId !== 0)
    throw new Refusal('invalid', notAvailable, 'newKeyFobNumber');
}

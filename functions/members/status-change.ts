import { dateInChicago } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { memberChange, unchangedMember } from './store.ts';
import { isFirstDues } from '../../shared/bank-files/exclusion.ts';
import { canMove, moveMember } from '../../shared/members/membership-status.ts';
import { memberDues, type Payment } from '../../shared/payments/payment.ts';

/**
 * Returns the writes of a member's status change and its audit event.
 *
 * @param details further values of the event, such as the day of activation
 * @param by.isConfirmed the caller emails the member
 */
export const memberStatusChange = (
  before: Member,
  after: Member,
  details: object,
  { who, now, isConfirmed = false }: { who: string; now: Date; isConfirmed?: boolean },
): Change[] => [
  ...memberChange(before, after, { isConfirmed }),
  auditWrite(
    {
      name: 'member status changed',
      subject: `member ${before.id}`,
      partnerId: before.partnerId,
      who,
      before: { invitationStatus: before.invitationStatus },
      after: { invitationStatus: after.invitationStatus, ...details },
    },
    now,
  ),
];

/**
 * Returns the writes of a member after dues were sent or paid manually: first dues activate from the first day of the
 * enrollment (3 → 4), unless they are refunded. Otherwise the member must be unchanged, because the end date
 * determines whether the dues are owed.
 */
export function duesSentChanges(
  payment: Payment,
  member: Member,
  isPaidBack: boolean,
  { who, now }: { who: string; now: Date },
): Change[] {
  const isActivating = isFirstDues(payment, member) && !isPaidBack;
  const after = isActivating ? moveMember(member, 'submitFirstDues', {}) : member;
  const { invitationStatus, activatedOn, firstDuesReturned } = after;
  const isSame =
    invitationStatus === member.invitationStatus &&
    activatedOn === member.activatedOn &&
    firstDuesReturned === member.firstDuesReturned;
  if (isSame) return payment.paymentTypeId === memberDues ? [unchangedMember(member)] : [];
  const collected = { ...after, firstDuesCollectedOn: dateInChicago(now) };
  return memberStatusChange(member, collected, { activatedOn }, { who, now });
}

/** Returns the writes of a member after a reversal of dues: reversed first dues end the activation (4 → 3). */
export function duesReversedChanges(
  payment: Payment,
  member: Member | undefined,
  { who, now }: { who: string; now: Date },
): Change[] {
  if (!member || !isFirstDues(payment, member) || !canMove(member, 'returnFirstDues', {})) return [];
  const after = moveMember(member, 'returnFirstDues', {});
  return memberStatusChange(member, after, { firstDuesReturned: true }, { who, now });
}

/** Returns the audit event of changed fields of a member, without their values. */
export const memberChanged = (
  { id, partnerId }: Pick<Member, 'id' | 'partnerId'>,
  after: { fields: readonly string[]; rosterChange?: string },
  { who, now }: { who: string; now: Date },
) => auditWrite({ name: 'member changed', subject: `member ${id}`, partnerId, who, after }, now);

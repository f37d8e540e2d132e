import type { CalendarDate } from '../../shared/calendar.ts';
import { leavingMember } from '../../shared/employees/membership-rules.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { enrolledWaitingForPayment, type Member } from '../../shared/members/member.ts';
import { isReserved } from '../../shared/payments/payment.ts';
import { received, submitted } from '../../shared/payments/payment-status.ts';
import { loadFirstDues } from '../payments/first-dues-store.ts';

/**
 * Returns the member after Delete or a leavers file. Throws if the membership is already ending, or while its first
 * dues are in a bank file or at the bank.
 */
export async function memberAfterEnd(
  member: Member,
  { programPaymentTypeId }: Pick<GroupMembership, 'programPaymentTypeId'>,
  today: CalendarDate,
): Promise<Member> {
  const isWaiting = member.invitationStatus === enrolledWaitingForPayment;
  const dues = isWaiting
    ? (await loadFirstDues([{ member, programPaymentTypeId }])).get(member.id)
    : undefined;
  const isCollecting =
    dues !== undefined && (isReserved(dues) || dues.status === submitted || dues.status === received);
  return leavingMember(member, programPaymentTypeId, today, isCollecting);
}

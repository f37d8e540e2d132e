import type { PeriodId } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPayments } from '../payments/store.ts';

type PayingMember = Pick<Member, 'id' | 'partnerId'>;

/** Returns the IDs of the payments a member can have in a month: dues, reimbursement, and repaid dues. */
function idsOf(
  member: PayingMember,
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  periodId: PeriodId,
): string[] {
  const id = paymentIdOf({
    kind: 'member',
    programPaymentTypeId,
    paymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  });
  return paymentTypeId === memberReimbursements ? [id, `${id}-dues`] : [id];
}

/** Loads a member's payments of the months. Payment IDs are deterministic, so this is one batch read. */
export const loadMemberPayments = (
  member: PayingMember,
  programPaymentTypeId: ProgramPaymentTypeId,
  periods: readonly PeriodId[],
  paymentTypeIds: readonly number[] = [memberDues, memberReimbursements],
): Promise<Payment[]> =>
  loadPayments(
    periods.flatMap((period) =>
      paymentTypeIds.flatMap((type) => idsOf(member, programPaymentTypeId, type, period)),
    ),
  );

import { dateInChicago, nextPeriod, periodOf, type PeriodId } from '../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPayments } from '../payments/store.ts';

type PayingMember = Pick<Member, 'id' | 'partnerId'>;

/** Returns the IDs of the payments a member can have in a month: dues, reimbursement, repaid dues, and late visits. */
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
  return paymentTypeId === memberReimbursements ? [id, `${id}-dues`, `${id}-late`] : [id];
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

/** Returns every month that can have payments of the member: from the first of the enrollment to the one after next. */
export function periodsOf(member: Member, now: Date): PeriodId[] {
  const last = nextPeriod(nextPeriod(currentPeriod(now)));
  const periods: PeriodId[] = [];
  for (
    let period = periodOf(firstDayOf(member) ?? dateInChicago(now));
    period <= last;
    period = nextPeriod(period)
  )
    periods.push(period);
  return periods;
}

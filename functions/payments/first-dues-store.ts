import { periodOf } from '../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import { paymentIdOf, memberDues, isOfKind, type MemberPayment } from '../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPayments } from './store.ts';

/** A member with the program type of the dues. */
interface PayingMember {
  member: Member;
  programPaymentTypeId: ProgramPaymentTypeId;
}

/** Loads the dues of the month in which each enrollment begins, by member ID. */
export async function loadFirstDues(members: readonly PayingMember[]): Promise<Map<string, MemberPayment>> {
  const ids = members.flatMap(({ member, programPaymentTypeId }) => {
    const from = firstDayOf(member);
    const { partnerId, id: memberId } = member;
    const name = { kind: 'member', programPaymentTypeId, paymentTypeId: memberDues } as const;
    return from === null ? [] : [paymentIdOf({ ...name, partnerId, memberId, periodId: periodOf(from) })];
  });
  const dues = (await loadPayments([...new Set(ids)])).filter((payment) => isOfKind(payment, 'member'));
  return new Map(dues.map((dues) => [dues.memberId, dues]));
}

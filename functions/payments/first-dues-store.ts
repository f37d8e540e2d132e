import type { Member } from '../../shared/members/member.ts';
import { isOfKind, type MemberPayment } from '../../shared/payments/payment.ts';
import { firstDuesIdOf } from '../../shared/payments/reimbursement-wait.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPayments } from './store.ts';

/** A member with the program type of the dues. */
interface PayingMember {
  member: Member;
  programPaymentTypeId: ProgramPaymentTypeId;
}

/** Loads the dues of the month in which each enrollment begins, by member ID. */
export async function loadFirstDues(members: readonly PayingMember[]): Promise<Map<string, MemberPayment>> {
  const ids = members.flatMap(
    ({ member, programPaymentTypeId }) => firstDuesIdOf(member, programPaymentTypeId) ?? [],
  );
  const dues = (await loadPayments([...new Set(ids)])).filter((payment) => isOfKind(payment, 'member'));
  return new Map(dues.map((dues) => [dues.memberId, dues]));
}

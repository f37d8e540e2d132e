import {
  addPeriods,
  nextPeriod,
  periodOf,
  type CalendarDate,
  type PeriodId,
} from '../../../shared/calendar.ts';
import { leaverRow, memberRow } from '../../../shared/employees/changes/leaving.ts';
import type { RosterChangeRow } from '../../../shared/employees/changes/roster-change.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { deleted, firstDayOf, type Member } from '../../../shared/members/member.ts';
import { paymentIdOf } from '../../../shared/payments/payment-id.ts';
import { memberDues, memberReimbursements } from '../../../shared/payments/payment-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { duesWithoutDay } from '../../payments/generation/dues-of-member.ts';
import { memberAfterEnd } from '../member-after-end.ts';

const idOf = (member: Member, program: GroupMembership, paymentTypeId: number, periodId: PeriodId) =>
  paymentIdOf({
    kind: 'member',
    programPaymentTypeId: program.programPaymentTypeId,
    paymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  });

/** Previews the effects for a leaving member, or the reason why the membership does not end. */
export async function previewLeaver(
  member: Member,
  program: GroupMembership,
  today: CalendarDate,
  now: Date,
): Promise<{ group: 'end' | 'stay'; row: Omit<RosterChangeRow, 'key' | 'line'> }> {
  try {
    const after = await memberAfterEnd(member, program, today);
    const { removed, paidBack } = await duesWithoutDay(member, after, now);
    const dues = {
      notCharged: removed.reduce((sum, { totalPayment }) => sum + totalPayment, 0),
      paidBack: paidBack.reduce((sum, { refund }) => sum + refund.totalPayment, 0),
    };
    return { group: 'end', row: leaverRow(member, after, program, dues) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { group: 'stay', row: { ...memberRow(member), what: error.message } };
  }
}

// a year of payments; later returns change the member record as well
const monthsChecked = 13;

/** Returns the IDs of possible payments of the last year and the next two months; they may not exist. */
export function paymentIdsOf(member: Member, program: GroupMembership, today: CalendarDate): string[] {
  const from = firstDayOf(member);
  if (from === null) return [];
  const last = nextPeriod(nextPeriod(periodOf(today)));
  const first = [periodOf(from), addPeriods(last, -monthsChecked)].toSorted().at(-1) ?? last;
  const ids: string[] = [];
  for (let period = first; period <= last; period = nextPeriod(period))
    ids.push(idOf(member, program, memberDues, period), idOf(member, program, memberReimbursements, period));
  return ids;
}

export const isDeleted = (member: Pick<Member, 'invitationStatus'>): boolean =>
  member.invitationStatus === deleted;

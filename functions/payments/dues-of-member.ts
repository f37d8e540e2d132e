import {
  dateInChicago,
  duesGenerationDate,
  nextPeriod,
  periodOf,
  type PeriodId,
} from '../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import { hasDayIn } from '../../shared/payments/dues.ts';
import { duesPaidBack, duesPaidBackId, wereDuesSent } from '../../shared/payments/dues-paid-back.ts';
import { duesTimeOf } from '../../shared/payments/member-payment.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import { memberDues, pending } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { conditionCheck, type Change } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { memberLine } from './generation/due-payments.ts';
import { loadPayments, paymentChange, paymentConflict } from './store.ts';

/** Every month from one to another, both included; none when the first is the later one. */
function periodsFrom(first: PeriodId, last: PeriodId): PeriodId[] {
  const periods: PeriodId[] = [];
  for (let period = first; period <= last; period = nextPeriod(period)) periods.push(period);
  return periods;
}

/**
 * The dues of somebody who signs now, for the months that others have already: their generation lies behind, so it
 * will not find this member. Months that are generated later are left to it.
 */
export function duesAtSigning(
  partner: Partner,
  program: GroupMembership,
  member: Member,
  now: Date,
): Payment[] {
  const from = firstDayOf(member);
  if (from === null) return [];
  const today = dateInChicago(now);
  const { programPaymentTypeId } = program;
  return periodsFrom(periodOf(from), nextPeriod(periodOf(today)))
    .filter((period) => duesGenerationDate(period) <= today)
    .flatMap((periodId) => {
      const input = {
        programPaymentTypeId,
        paymentTypeId: memberDues,
        periodId,
        partnerId: member.partnerId,
        fees: null,
        onlyMissing: true,
      };
      const given = {
        partner: { partner, groupMembership: termsFor(program, periodId) },
        input,
        generationId: `signing ${member.id}`,
        now,
      };
      return memberLine(given, member, 0)?.payment ?? [];
    });
}

/** What becomes of dues of months without a day of membership. */
interface DuesWithoutDay {
  /** Pending ones, which are no longer due. */
  removed: Payment[];
  /** Those that were sent, each beside the payment that pays it back. */
  paidBack: { dues: Payment; refund: Payment }[];
}

/**
 * The dues of months in which a member who leaves has no day of enrollment any more; all of them for who leaves before
 * the first dues were sent. Pending ones are removed, those that were sent are paid back once. `after` is the member
 * with the end date.
 */
export async function duesWithoutDay(after: Member, now: Date): Promise<DuesWithoutDay> {
  const from = firstDayOf(after);
  const terms = from === null ? undefined : await loadGroupMembership(after.partnerId);
  if (from === null || !terms || terms.programPaymentTypeId === 1) return { removed: [], paidBack: [] };
  const time = duesTimeOf(after);
  const name = {
    kind: 'member',
    programPaymentTypeId: terms.programPaymentTypeId,
    paymentTypeId: memberDues,
    partnerId: after.partnerId,
    facilityId: null,
    memberId: after.id,
  } as const;
  const ids = periodsFrom(periodOf(from), nextPeriod(nextPeriod(periodOf(dateInChicago(now)))))
    .filter((period) => !time || !hasDayIn(time, period))
    .map((periodId) => paymentIdOf({ ...name, periodId }));
  const found = await loadPayments(ids);
  const sent = found.filter(wereDuesSent);
  const refunded = new Set((await loadPayments(sent.map(duesPaidBackId))).map(({ id }) => id));
  return {
    removed: found.filter(({ status, bankFileId }) => status === pending && bankFileId === null),
    paidBack: sent
      .map((dues) => ({ dues, refund: duesPaidBack(dues, `departure ${after.id}`, now.toISOString()) }))
      .filter(({ refund }) => !refunded.has(refund.id)),
  };
}

/** The writes that pay dues back; dues that were returned or canceled since they were read refuse them all. */
export const refundsAdded = (paidBack: DuesWithoutDay['paidBack']): Change[] =>
  paidBack.flatMap(({ dues, refund }) => [
    conditionCheck(
      keys.payment(dues.id),
      'version = :version',
      { ':version': dues.version },
      paymentConflict(),
    ),
    ...paymentChange(null, refund),
  ]);

/** The writes that add payments, with their lists and totals. */
export const paymentsAdded = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((one) => paymentChange(null, one));

/** The writes that remove payments; one that entered a bank file meanwhile refuses them all. */
export const paymentsRemoved = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((one) => paymentChange(one, null));

import { nextPeriod, periodEnd, periodOf, previousPeriod, type PeriodId } from '../../shared/calendar.ts';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import { hasDayIn } from '../../shared/payments/dues.ts';
import { beganIn, isPaidFor } from '../../shared/payments/facility-payment.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { isClosed } from '../../shared/periods/period.ts';
import { loadJob } from '../jobs/store.ts';
import { membersById } from './counted-members.ts';
import type { GenerationInput, PartnerGroupMembership } from './generation/generation.ts';
import { countedMemberIds } from './generation/reason-store.ts';
import { loadPayments } from './store.ts';

/**
 * First dues can be sent until the end of the month after the first one, and a month is generated on the 9th. So a
 * member may be activated from a day in a month whose payments exist. The next payment then holds a step for it, and
 * the month itself, when it is generated again, leaves the member there (decision 34).
 */
interface LateGiven {
  partner: PartnerGroupMembership;
  input: GenerationInput;
  now: Date;
  kind: 'facility' | 'partner';
}

/** The enrollments that one payment is counted from: a club's, or (facility null) all of a partner's. */
export interface CountedGroup {
  facilityId: string | null;
  enrollments: readonly Enrollment[];
}

const paymentId = ({ partner, input }: LateGiven, { facilityId }: CountedGroup, periodId: PeriodId) =>
  paymentIdOf({
    ...(facilityId === null ? { kind: 'partner' } : { kind: 'facility', facilityId }),
    programPaymentTypeId: input.programPaymentTypeId,
    paymentTypeId: input.paymentTypeId,
    partnerId: partner.partner.id,
    periodId,
  });

/** By group, the members whose first day is in the month and who count for it at the end of the month. */
async function begunIn(groups: readonly CountedGroup[], period: PeriodId): Promise<string[][]> {
  const begun = groups.map(({ enrollments }) =>
    enrollments.filter(
      (one) =>
        periodOf(one.from) === period &&
        hasDayIn(one, period) &&
        (one.to === null || one.to > periodEnd(period)),
    ),
  );
  const members = await membersById(begun.flat().map(({ memberId }) => memberId));
  return begun.map((ofGroup) =>
    ofGroup.flatMap((time) => {
      const member = members.get(time.memberId);
      return member && beganIn(member, period) && isPaidFor(member, time, period) ? [member.id] : [];
    }),
  );
}

/** Members are activated late only where they pay dues. */
const canBeLate = ({ partner }: LateGiven): boolean =>
  partner.groupMembership !== undefined && partner.groupMembership.programPaymentTypeId !== 1;

/** By group, the members of the month before who are in none of its payments although these were generated. */
export async function lateMembers(given: LateGiven, groups: readonly CountedGroup[]): Promise<string[][]> {
  const none = groups.map((): string[] => []);
  if (!canBeLate(given)) return none;
  const before = previousPeriod(given.input.periodId);
  const begun = await begunIn(groups, before);
  if (begun.every((ids) => ids.length === 0)) return none;
  const payments = await paymentsByGroup(given, groups, begun, before);
  const wasGenerated = payments.size > 0 || (await wasScheduled(given, before));
  if (!wasGenerated) return none;
  return Promise.all(
    groups.map(async (group, place) => {
      const ids = begun[place] ?? [];
      const payment = payments.get(paymentId(given, group, before));
      const paid = new Set(payment && ids.length > 0 ? await countedMemberIds(payment) : []);
      return ids.filter((id) => !paid.has(id));
    }),
  );
}

/** By group, the members of the month who are in the next month's payment already, as late ones. */
export async function countedLater(
  given: LateGiven,
  groups: readonly CountedGroup[],
): Promise<Set<string>[]> {
  const next = nextPeriod(given.input.periodId);
  const none = groups.map(() => new Set<string>());
  if (!canBeLate(given) || !isClosed(next, given.now)) return none;
  const begun = await begunIn(groups, given.input.periodId);
  const payments = await paymentsByGroup(given, groups, begun, next);
  return Promise.all(
    groups.map(async (group) => {
      const payment = payments.get(paymentId(given, group, next));
      const lateCount = payment?.reason.lateCount ?? 0;
      return new Set(payment && lateCount > 0 ? (await countedMemberIds(payment)).slice(-lateCount) : []);
    }),
  );
}

async function paymentsByGroup(
  given: LateGiven,
  groups: readonly CountedGroup[],
  begun: readonly string[][],
  period: PeriodId,
): Promise<Map<string, Payment>> {
  const wanted = groups.filter((_, place) => (begun[place] ?? []).length > 0);
  const payments = await loadPayments(wanted.map((group) => paymentId(given, group, period)));
  return new Map(payments.map((one) => [one.id, one]));
}

/** Without a payment the schedule tells whether the month was generated: nothing was due then. */
async function wasScheduled({ input, kind }: LateGiven, period: PeriodId): Promise<boolean> {
  const { programPaymentTypeId, paymentTypeId } = input;
  const job = await loadJob(`${kind}-${programPaymentTypeId}-${paymentTypeId}-${period}-ninth`);
  return job?.status === 'done';
}

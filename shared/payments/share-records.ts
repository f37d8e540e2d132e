import {
  dateInChicago,
  nextPeriod,
  periodEnd,
  periodOf,
  periodsBetween,
  periodStart,
  previousPeriod,
  type PeriodId,
} from '../calendar.ts';
import type { Enrollment } from '../enrollment/enrollment.ts';
import { facilityOfMovers, type CountedFacility } from '../enrollment/facility-of-movers.ts';
import { termsFor, versionFor } from '../group-memberships/terms-versions.ts';
import { isSamePerson, personKeys, type Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { PartnerGroupMembership, PaymentMonth } from './due-payment.ts';
import { isCanceled } from './dues-collected.ts';
import { hasDayIn } from './dues.ts';
import { earnsShare, wasUsable } from './facility-payment.ts';
import { canceled, paymentIdOf, type Payment } from './payment.ts';
import { isOutdated, isReplaceable } from './regeneration.ts';
import { isPaidGroup, type PaymentMembers } from './share-group.ts';

/** A generation of one partner's payments: one payment per facility, or one for the partner. */
export interface ShareContext {
  partner: PartnerGroupMembership;
  input: PaymentMonth & { onlyMissing: boolean };
  now: Date;
  kind: 'facility' | 'partner';
}

/** A member who counts from month `from`, because of an event in month `period`. */
export interface Activation {
  memberId: string;
  period: PeriodId;
  from: PeriodId;
}

type Lookup<Value> = Pick<ReadonlyMap<string, Value>, 'get'>;

/** The records that decide who counts in a partner's payments of a month. */
export interface ShareRecords extends ShareContext {
  /** The stays of each of the partner's members. */
  stays: ReadonlyMap<string, Enrollment[]>;
  staysAtFacility: ReadonlyMap<string, Enrollment[]>;
  /** Members who were at several facilities in the month and in the previous one, with the facility where they count. */
  moved: ReadonlyMap<string, CountedFacility>;
  movedBefore: ReadonlyMap<string, CountedFacility>;
  /** The activations of the previous month and later. */
  activations: readonly Activation[];
  members: Lookup<Member>;
  payments: Lookup<Payment>;
  /** The members of stored payments, by payment ID. */
  paymentMembers: Lookup<PaymentMembers>;
  /** Months with generated payments, even if there were none. */
  generated: Lookup<boolean>;
  /** Payees whose stored payment of the month is unchanged although the generation could replace it. */
  unchanged?: ReadonlySet<string>;
}

/** Returns the records that follow from a partner's enrollments. */
export const enrollmentRecords = (
  { input: { periodId } }: ShareContext,
  enrollments: readonly Enrollment[],
): Pick<ShareRecords, 'stays' | 'staysAtFacility' | 'moved' | 'movedBefore'> => ({
  stays: Map.groupBy(enrollments, ({ memberId }) => memberId),
  staysAtFacility: Map.groupBy(enrollments, ({ facilityId }) => facilityId),
  moved: facilityOfMovers(enrollments, periodId),
  movedBefore: facilityOfMovers(enrollments, previousPeriod(periodId)),
});

/** Returns the facility where a member counts in a month and the time there, or undefined without a day in it. */
export function countedFacilityIn(
  { stays }: ShareRecords,
  memberId: string,
  period: PeriodId,
): CountedFacility | undefined {
  const inMonth = (stays.get(memberId) ?? []).filter((enrollment) => hasDayIn(enrollment, period));
  return facilityOfMovers(inMonth, period).get(memberId) ?? inMonth[0];
}

/** Returns the payee of the payment that counts a member at a facility. Partner payments have a single payee. */
export const payeeOf = ({ kind }: Pick<ShareContext, 'kind'>, facilityId: string): string =>
  kind === 'partner' ? '' : facilityId;

export const payeesOf = (records: ShareRecords, memberId: string): string[] => [
  ...new Set((records.stays.get(memberId) ?? []).map(({ facilityId }) => payeeOf(records, facilityId))),
];

/** Returns the amount of one member's month under that month's terms. */
export const priceOf = ({ partner: { groupMembership } }: ShareContext, period: PeriodId): Cents =>
  groupMembership ? termsFor(groupMembership, period).duesForOneMemberPerMonthPaidToFacility : 0;

export const paymentIdFor = (
  { partner, input, kind }: Omit<ShareContext, 'now'>,
  payee: string,
  periodId: PeriodId,
) =>
  paymentIdOf({
    ...(kind === 'partner' ? { kind } : { kind, facilityId: payee }),
    programPaymentTypeId: input.programPaymentTypeId,
    paymentTypeId: input.paymentTypeId,
    partnerId: partner.partner.id,
    periodId,
  });

export const storedPayment = (records: ShareRecords, payee: string, period: PeriodId): Payment | undefined =>
  records.payments.get(paymentIdFor(records, payee, period));

/** Returns the stored payment, unless the generation of its month replaces it. */
export function fixedPayment(records: ShareRecords, payee: string, period: PeriodId): Payment | undefined {
  const { input, unchanged, partner } = records;
  const payment = storedPayment(records, payee, period);
  if (!payment || period !== input.periodId || !isReplaceable(payment) || unchanged?.has(payee))
    return payment;
  const terms = partner.groupMembership && versionFor(partner.groupMembership, period);
  return input.onlyMissing && !isOutdated(payment, terms) ? payment : undefined;
}

/** Returns true for a payment that was canceled by hand. A canceled payment of $0.00 pays its members with corrections. */
export const isDeclined = ({ status, totalPayment }: Payment): boolean =>
  status === canceled && totalPayment !== 0;

/** Returns true if the payment counts the member in its own month. */
export const hasOwnMember = (
  { paymentMembers }: ShareRecords,
  payment: Payment | undefined,
  memberId: string,
): boolean => payment !== undefined && paymentMembers.get(payment.id)?.own.has(memberId) === true;

/** Returns the groups of a payment that contain a member's month. */
export const groupsWith = (
  { paymentMembers }: ShareRecords,
  payment: Payment | undefined,
  memberId: string,
  period: PeriodId,
): PaymentMembers['groups'] =>
  payment?.reason.groups?.some((group) => group.period === period)
    ? (paymentMembers.get(payment.id)?.groups ?? []).filter(
        (group) => group.period === period && group.memberIds.includes(memberId),
      )
    : [];

/** Returns the months after a month, to the current one. */
export const periodsAfter = ({ now }: ShareContext, period: PeriodId): PeriodId[] =>
  periodsBetween(nextPeriod(period), periodOf(dateInChicago(now)));

const laterGroups = (
  records: ShareRecords,
  memberId: string,
  payee: string,
  period: PeriodId,
): PaymentMembers['groups'] =>
  periodsAfter(records, period).flatMap((later) =>
    groupsWith(records, fixedPayment(records, payee, later), memberId, period),
  );

/** Returns true if a fixed payment to a payee counts a member's month, in its own or a later month. */
export const isCounted = (
  records: ShareRecords,
  memberId: string,
  payee: string,
  period: PeriodId,
): boolean =>
  hasOwnMember(records, fixedPayment(records, payee, period), memberId) ||
  laterGroups(records, memberId, payee, period).some(isPaidGroup);

/** Returns true if a fixed payment of a later month deducts a member's month. */
export const isDeductedLater = (
  records: ShareRecords,
  memberId: string,
  payee: string,
  period: PeriodId,
): boolean =>
  laterGroups(records, memberId, payee, period).some(
    ({ kind }) => kind === 'moved out' || kind === 'canceled' || kind === 'ended',
  );

/** Like `isCounted`, without deducted members and those of payments that were canceled by hand. */
export function isPaid(records: ShareRecords, memberId: string, payee: string, period: PeriodId): boolean {
  const payment = fixedPayment(records, payee, period);
  const isOwn = payment !== undefined && !isDeclined(payment) && hasOwnMember(records, payment, memberId);
  const isAdded = isOwn || laterGroups(records, memberId, payee, period).some(isPaidGroup);
  return isAdded && !isDeductedLater(records, memberId, payee, period);
}

/** A person who left and enrolled again in a month, with two memberships. */
export interface Pair {
  former: Member;
  present: Member;
  isCertain: boolean;
}

/** Finds persons with two memberships in a month from the members who left and those who began in it. */
export function personsIn({ stays, members }: ShareRecords, period: PeriodId): Pair[] {
  const [start, end] = [periodStart(period), periodEnd(period)];
  const ends = new Map<string, string>();
  const begins = new Map<string, string>();
  for (const [id, ofMember] of stays) {
    const last = ofMember.reduce((latest, { to }) => ((to ?? '9999') > latest ? (to ?? '9999') : latest), '');
    const first = ofMember.reduce((earliest, { from }) => (from < earliest ? from : earliest), '9999');
    if (last > start && last <= end) ends.set(id, last);
    if (first >= start && first <= end) begins.set(id, first);
  }
  if (ends.size === 0 || begins.size === 0) return [];
  const byKey = new Map<string, Member[]>();
  for (const id of ends.keys()) {
    const former = members.get(id);
    if (former) for (const key of personKeys(former)) byKey.set(key, [...(byKey.get(key) ?? []), former]);
  }
  return [...begins].flatMap(([id, from]) => {
    const present = members.get(id);
    if (!present) return [];
    const formers = new Set(personKeys(present).flatMap((key) => byKey.get(key) ?? []));
    return [...formers].flatMap((former): Pair[] => {
      const match =
        former.id !== id && (ends.get(former.id) ?? '9999') <= from && isSamePerson(former, present);
      return match === 'yes' || match === 'perhaps' ? [{ former, present, isCertain: match === 'yes' }] : [];
    });
  });
}

/** Returns all memberships of the member's person in a month; the member's own is the first. */
export const membershipsOf = (memberId: string, pairs: readonly Pair[]): string[] => [
  memberId,
  ...pairs.flatMap(({ former, present, isCertain }) => {
    if (!isCertain || (former.id !== memberId && present.id !== memberId)) return [];
    return former.id === memberId ? [present.id] : [former.id];
  }),
];

/** Returns the facility where the member earns the month, or undefined. */
export function earningFacility(
  records: ShareRecords,
  member: Member | undefined,
  period: PeriodId,
): string | undefined {
  const facility = member && countedFacilityIn(records, member.id, period);
  return member && facility && earnsShare(member, facility, period) ? facility.facilityId : undefined;
}

/** Returns true for a membership with an end that was recorded after months behind it were counted. */
export const isCorrected = (member: Member): boolean => isCanceled(member) || member.noticeOn !== undefined;

/** Returns true if a month still counts: with the membership, or for the same payee with another one of the person. */
export function isStillEarned(
  records: ShareRecords,
  [memberId = '', ...others]: readonly string[],
  payee: string,
  period: PeriodId,
): boolean {
  const [member, facility] = [records.members.get(memberId), countedFacilityIn(records, memberId, period)];
  // a month that was counted before the first dues were returned stays counted
  if (member && facility && wasUsable(member, facility, period)) return true;
  return others.some((id) => {
    const earning = earningFacility(records, records.members.get(id), period);
    return earning !== undefined && payeeOf(records, earning) === payee;
  });
}

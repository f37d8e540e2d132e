import {
  previousPeriod,
  type PeriodId,
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodOf,
} from '../../../shared/calendar.ts';
import { earnsShare, wasUsable } from '../../../shared/payments/facility-payment.ts';
import { facilityOfMovers, type CountedFacility } from '../../../shared/enrollment/facility-of-movers.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { membersById } from './counted-members.ts';
import { addToGroup, type ShareCount, drop, type Shares } from './member-shares.ts';
import {
  payeesOf,
  countedFacilityIn,
  priceOf,
  payeeOf,
  staysByMember,
  type ShareContext,
} from './share-context.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { canceled } from '../../../shared/payments/payment.ts';
import { activationsSince, type Activation } from '../../members/activation-store.ts';
import { bookedPayments, nameOf, type BookedPayments } from './booked-payments.ts';
import { findPersons, mergePersons } from './persons.ts';
import type { GenerationKind } from '../generation/generation-cursor.ts';
import type { FindShares } from './shares-store.ts';

interface Correction {
  memberId: string;
  /** The facility that was paid, and the facility of the last day. */
  paid: string;
  due: string;
}

/**
 * Corrects the previous month for members who moved to another facility after the first facility's payment was sent. The
 * first facility gets less and the other more by the same amount, in one generation, limited to what the first
 * facility's payment covers, so that no facility is debited.
 */
async function correctTransfers(count: ShareCount): Promise<void> {
  const { context, booked, shares } = count;
  const { periodId } = context.input;
  const before = previousPeriod(periodId);
  const each = priceOf(context, before);
  const covered = new Map<string, number>();
  for (const { memberId, paid, due } of await paidAtAnotherFacility(count, before)) {
    const [source, target] = [await booked.standing(paid, periodId), await booked.standing(due, periodId)];
    const isDeducted = !(await booked.pays(memberId, paid, before));
    const isAdded = await booked.pays(memberId, due, before);
    if (isDeducted && isAdded) continue;
    if (!isDeducted && !isAdded) {
      if (source || target) continue;
      const left = covered.get(paid) ?? (await amountOf(count, paid));
      if (left < each) continue;
      covered.set(paid, left - each);
    }
    if (!isDeducted) addToGroup(shares, paid, memberId, { kind: 'moved out', period: before, each: -each });
    if (!isAdded) addToGroup(shares, due, memberId, { kind: 'moved in', period: before, each });
  }
}

async function paidAtAnotherFacility(
  { context, enrollments, stays, booked }: ShareCount,
  period: PeriodId,
): Promise<Correction[]> {
  const moved = facilityOfMovers(enrollments, period);
  const facilities = new Set([...moved.keys()].flatMap((id) => payeesOf(context, stays.get(id) ?? [])));
  await booked.prepare([...facilities].map((payee) => ({ payee, period })));
  const corrections: (Correction & { facility: CountedFacility })[] = [];
  for (const [memberId, facility] of [...moved].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    for (const paid of payeesOf(context, stays.get(memberId) ?? [])) {
      const payment = paid === facility.facilityId ? undefined : await booked.of(paid, period);
      // a payment that was not sent is regenerated instead
      if (payment?.ownIds.has(memberId) && !isReplaceable(payment.payment))
        corrections.push({ memberId, paid, due: facility.facilityId, facility });
    }
  const members = await membersById(corrections.map(({ memberId }) => memberId));
  return corrections.filter(({ memberId, facility }) => {
    const member = members.get(memberId);
    return member !== undefined && earnsShare(member, facility, period);
  });
}

/** Returns a facility's amount for the month's members, in cents. */
async function amountOf(
  { context, stays, enrollments, shares }: ShareCount,
  facility: string,
): Promise<number> {
  const { periodId } = context.input;
  const dropped = new Set(shares.get(facility)?.dropped);
  const ids = new Set(
    enrollments
      .filter((enrollment) => enrollment.facilityId === facility && !dropped.has(enrollment.memberId))
      .map((enrollment) => enrollment.memberId),
  );
  const here = [...ids].filter(
    (id) => countedFacilityIn(stays.get(id) ?? [], periodId)?.facilityId === facility,
  );
  const members = await membersById(here);
  const earning = here.filter((id) => {
    const [member, facility] = [members.get(id), countedFacilityIn(stays.get(id) ?? [], periodId)];
    return member && facility && earnsShare(member, facility, periodId);
  });
  return earning.length * priceOf(context, periodId);
}

/**
 * Returns, by payee, the members with a month that is counted at another payee or in a later month. A person counts once per
 * month, regardless of earlier payments. Reads scale with recent activations, moves, departures, and new members, not
 * with all members.
 */
export async function monthShares(
  context: ShareContext,
  enrollments: readonly Enrollment[],
): Promise<Shares> {
  const stays = staysByMember(enrollments);
  const count: ShareCount = {
    context,
    enrollments,
    stays,
    booked: bookedPayments(context),
    persons: findPersons(stays),
    shares: new Map(),
  };
  const { periodId } = context.input;
  const { id } = context.partner.partner;
  const activations = await activationsSince(id, previousPeriod(periodId));
  const moved =
    context.kind === 'facility'
      ? facilityOfMovers(enrollments, periodId)
      : new Map<string, CountedFacility>();
  await dropCountedLater(count, [
    ...activations
      .filter(({ from, period }) => from <= periodId && period >= periodId)
      .map(({ memberId }) => memberId),
    ...moved.keys(),
  ]);
  await addLateMembers(count, activations);
  if (context.kind === 'facility') {
    await excludePaidElsewhere(count, moved);
    await correctTransfers(count);
  }
  await mergePersons(count);
  return count.shares;
}

/** Drops the month's members that a later payment already counts when the month is regenerated. */
async function dropCountedLater(
  { context, stays, booked, shares }: ShareCount,
  memberIds: readonly string[],
): Promise<void> {
  const { periodId } = context.input;
  const newest = periodOf(dateInChicago(context.now));
  const later: PeriodId[] = [];
  for (let period = nextPeriod(periodId); period <= newest; period = nextPeriod(period)) later.push(period);
  if (later.length === 0) return;
  const payees = new Set(memberIds.flatMap((id) => payeesOf(context, stays.get(id) ?? [])));
  await booked.prepare([...payees].flatMap((payee) => later.map((period) => ({ payee, period }))));
  for (const id of new Set(memberIds)) {
    const own = payeesOf(context, stays.get(id) ?? []);
    for (const payee of own)
      for (const period of later)
        for (const group of (await booked.of(payee, period))?.groups ?? [])
          if (group.kind === 'late' && group.period === periodId && group.memberIds.includes(id))
            for (const value of own) drop(shares, value, id);
  }
}

/** Adds earlier months that an activation earned and that no payment counts. */
async function addLateMembers(count: ShareCount, activations: readonly Activation[]): Promise<void> {
  const { context, stays, booked, persons, shares } = count;
  const { periodId } = context.input;
  const last = previousPeriod(periodId);
  const months = activations
    .map((activation) => ({ ...activation, until: activation.period < last ? activation.period : last }))
    .filter(({ from, until }) => from <= until);
  const members = await membersById([...new Set(months.map(({ memberId }) => memberId))]);
  const newest = periodOf(dateInChicago(context.now));
  await booked.prepare(
    months.flatMap(({ memberId, from }) =>
      payeesOf(context, stays.get(memberId) ?? []).flatMap((payee) =>
        periodsBetween(from, newest).map((period) => ({ payee, period })),
      ),
    ),
  );
  const added = new Set<string>();
  for (const { memberId, from, until } of months)
    for (const period of periodsBetween(from, until)) {
      const member = members.get(memberId);
      const facility = countedFacilityIn(stays.get(memberId) ?? [], period);
      if (!member || !facility || !wasUsable(member, facility, period)) continue;
      const payee = payeeOf(context, facility.facilityId);
      // a month that was counted before the first dues were returned stays counted
      const isEarned =
        areFirstDuesCollected(member) || (await isCountedLate(booked, payee, periodId, memberId, period));
      if (!isEarned || !(await booked.wasGenerated(period))) continue;
      const memberships = [memberId, ...(await persons.sameAs(memberId, period))];
      if (memberships.some((id) => added.has(`${id} ${period}`))) continue;
      if (await isCountedAnywhere(count, memberships, period)) continue;
      added.add(`${memberId} ${period}`);
      addToGroup(shares, payee, memberId, { kind: 'late', period, each: priceOf(context, period) });
    }
}

const periodsBetween = (first: PeriodId, last: PeriodId): PeriodId[] => {
  const periods: PeriodId[] = [];
  for (let period = first; period <= last; period = addPeriods(period, 1)) periods.push(period);
  return periods;
};

const isCountedLate = async (
  booked: BookedPayments,
  payee: string,
  periodId: PeriodId,
  memberId: string,
  period: PeriodId,
): Promise<boolean> =>
  ((await booked.of(payee, periodId))?.groups ?? []).some(
    (group) => group.kind === 'late' && group.period === period && group.memberIds.includes(memberId),
  );

/** Returns true if a lasting payment counts the month under one of a person's memberships. */
async function isCountedAnywhere(
  { context, stays, booked }: ShareCount,
  memberIds: readonly string[],
  period: PeriodId,
): Promise<boolean> {
  for (const id of memberIds)
    for (const payee of payeesOf(context, stays.get(id) ?? []))
      if (await booked.counts(id, payee, period)) return true;
  return false;
}

/** Excludes members who moved in the month and are counted in another facility's unchangeable payment. */
async function excludePaidElsewhere(
  { context, stays, booked, shares }: ShareCount,
  moved: ReadonlyMap<string, { facilityId: string }>,
): Promise<void> {
  const { periodId } = context.input;
  const facilities = new Set([...moved.keys()].flatMap((id) => payeesOf(context, stays.get(id) ?? [])));
  await booked.prepare([...facilities].map((payee) => ({ payee, period: periodId })));
  const members = await membersById([...moved.keys()]);
  for (const [id, { facilityId }] of moved) {
    const member = members.get(id);
    const facility = countedFacilityIn(stays.get(id) ?? [], periodId);
    if (!member || !facility || !earnsShare(member, facility, periodId)) continue;
    for (const facility of payeesOf(context, stays.get(id) ?? [])) {
      if (facility === facilityId) continue;
      const paid = await booked.standing(facility, periodId);
      if (!paid?.ownIds.has(id) || paid.payment.status === canceled) continue;
      drop(shares, facilityId, id);
      addToGroup(shares, facilityId, id, { kind: 'excluded', period: periodId, detail: nameOf(paid) });
      break;
    }
  }
}

export const emptyShares: FindShares = async () => new Map();

/** Returns the shares of a generation, or none for kinds that pay for a member as often as due. */
export const sharesOf = async (
  { isShared }: Pick<GenerationKind, 'isShared'>,
  { partner, input, now }: Omit<ShareContext, 'kind'>,
  enrollments: readonly Enrollment[],
): Promise<Shares> =>
  isShared && partner.groupMembership
    ? monthShares({ partner, input, now, kind: 'facility' }, enrollments)
    : new Map();

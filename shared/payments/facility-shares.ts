import { addPeriods, periodsBetween, previousPeriod, type PeriodId } from '../calendar.ts';
import type { CountedFacility } from '../enrollment/facility-of-movers.ts';
import { areFirstDuesCollected, isCanceled } from './dues-collected.ts';
import { wasUsable } from './facility-payment.ts';
import type { Payment } from './payment.ts';
import { isReplaceable } from './regeneration.ts';
import { addToGroup, drop, isPaidGroup, leaveUnchanged, type Shares } from './share-group.ts';
import {
  countedFacilityIn,
  earningFacility,
  groupsWith,
  isCorrected,
  isStillEarned,
  membershipsOf,
  hasOwnMember,
  isCounted,
  isDeclined,
  isDeductedLater,
  isPaid,
  fixedPayment,
  payeeOf,
  payeesOf,
  periodsAfter,
  personsIn,
  priceOf,
  storedPayment,
  type Pair,
  type ShareRecords,
} from './share-records.ts';

/**
 * Returns, by payee, the members with a month that is counted at another payee or in a later month. A person counts once per
 * month, regardless of earlier payments. The records that it looks up scale with recent activations, moves, departures,
 * and new members, not with all members.
 */
export function decideShares(records: ShareRecords): Shares {
  const unchanged = new Set<string>();
  for (;;) {
    const keeping = { ...records, unchanged };
    const shares = sharesWith(keeping);
    const more = records.kind === 'facility' ? payeesToKeep(keeping, shares) : [];
    if (more.length === 0) {
      for (const payee of unchanged) leaveUnchanged(shares, payee);
      return shares;
    }
    for (const payee of more) unchanged.add(payee);
  }
}

function sharesWith(records: ShareRecords): Shares {
  const shares: Shares = new Map();
  dropCountedLater(records, shares);
  addLateMembers(records, shares);
  if (records.kind === 'facility') excludePaidElsewhere(records, shares);
  mergePersons(records, shares);
  const covered = new Map<string, number>();
  deductCorrected(records, shares, covered);
  if (records.kind === 'facility') correctTransfers(records, shares, covered);
  return shares;
}

/** Drops the month's members that a later payment already counts when the month is regenerated. */
function dropCountedLater(records: ShareRecords, shares: Shares): void {
  const { periodId } = records.input;
  const activated = records.activations.filter(({ from, period }) => from <= periodId && period >= periodId);
  const moved = records.kind === 'facility' ? records.moved.keys() : [];
  const later = periodsAfter(records, periodId);
  for (const id of new Set([...activated.map(({ memberId }) => memberId), ...moved])) {
    const payees = payeesOf(records, id);
    for (const payee of payees)
      for (const period of later)
        for (const { kind } of groupsWith(records, storedPayment(records, payee, period), id, periodId))
          if (kind === 'late') for (const value of payees) drop(shares, value, id);
  }
}

/** Adds earlier months that an activation earned and that no payment counts. */
function addLateMembers(records: ShareRecords, shares: Shares): void {
  const { periodId } = records.input;
  const last = previousPeriod(periodId);
  const added = new Set<string>();
  const persons = new Map<PeriodId, Pair[]>();
  for (const { memberId, from, period: activatedIn } of records.activations)
    for (const period of periodsBetween(from, activatedIn < last ? activatedIn : last)) {
      const member = records.members.get(memberId);
      const facility = countedFacilityIn(records, memberId, period);
      if (!member || !facility || !wasUsable(member, facility, period)) continue;
      const payee = payeeOf(records, facility.facilityId);
      // a month that was counted before the first dues were returned stays counted
      const isEarned = areFirstDuesCollected(member) || isCountedLate(records, payee, memberId, period);
      if (!isEarned || !wasGenerated(records, period)) continue;
      const pairs = persons.get(period) ?? personsIn(records, period);
      persons.set(period, pairs);
      const memberships = membershipsOf(memberId, pairs);
      if (memberships.some((id) => added.has(`${id} ${period}`))) continue;
      if (isCountedAnywhere(records, memberships, period)) continue;
      added.add(`${memberId} ${period}`);
      addToGroup(shares, payee, memberId, { kind: 'late', period, each: priceOf(records, period) });
    }
}

const wasGenerated = (records: ShareRecords, period: PeriodId): boolean =>
  (records.kind === 'partner' && storedPayment(records, '', period) !== undefined) ||
  records.generated.get(period) === true;

const isCountedLate = (records: ShareRecords, payee: string, memberId: string, period: PeriodId): boolean =>
  groupsWith(records, storedPayment(records, payee, records.input.periodId), memberId, period).some(
    ({ kind }) => kind === 'late',
  );

/** Returns true if a fixed payment counts the month under one of a person's memberships. */
const isCountedAnywhere = (records: ShareRecords, memberIds: readonly string[], period: PeriodId): boolean =>
  memberIds.some((id) => payeesOf(records, id).some((payee) => isCounted(records, id, payee, period)));

/** Returns a fixed payment to one of the payees that counts the member's month; those canceled by hand do not. */
const payingPayment = (
  records: ShareRecords,
  memberId: string,
  payees: readonly string[],
): Payment | undefined =>
  payees
    .map((payee) => fixedPayment(records, payee, records.input.periodId))
    .find((payment) => payment && !isDeclined(payment) && hasOwnMember(records, payment, memberId));

/** Excludes the member from a payee's payment because another payment counts the month. */
function exclude({ input }: ShareRecords, shares: Shares, payee: string, memberId: string, paying: Payment) {
  const detail = paying.kind === 'facility' ? paying.facilityName : 'another membership';
  drop(shares, payee, memberId);
  addToGroup(shares, payee, memberId, { kind: 'excluded', period: input.periodId, detail });
}

/** Excludes members who moved in the month and are counted in another facility's unchangeable payment. */
function excludePaidElsewhere(records: ShareRecords, shares: Shares): void {
  for (const [id, { facilityId }] of records.moved) {
    if (earningFacility(records, records.members.get(id), records.input.periodId) === undefined) continue;
    const others = payeesOf(records, id).filter((payee) => payee !== facilityId);
    const paying = payingPayment(records, id, others);
    if (paying) exclude(records, shares, facilityId, id, paying);
  }
}

/** Returns true if a payment that can no longer be replaced counts a member's month and no payment deducts it. */
const isSentFor = (records: ShareRecords, memberId: string, payee: string, period: PeriodId): boolean =>
  isPaid(records, memberId, payee, period) &&
  [period, ...periodsAfter(records, period)].some((month) => {
    const payment = storedPayment(records, payee, month);
    const isCounting =
      month === period
        ? hasOwnMember(records, payment, memberId)
        : groupsWith(records, payment, memberId, period).some(isPaidGroup);
    return payment !== undefined && isCounting && !isReplaceable(payment);
  });

/** Months after a correction in which payments deduct the months that earlier payments did not cover. */
const mostMonthsCarried = 12;

/**
 * Deducts earlier months that a cancellation, or the end by a notice of an earlier day, took away after a sent payment
 * counted them, limited to what the payee's payment covers; later payments deduct the rest. A payment that was not sent is
 * regenerated instead.
 */
function deductCorrected(records: ShareRecords, shares: Shares, covered: Map<string, number>): void {
  const { periodId } = records.input;
  const counted = new Map<string, PeriodId>();
  const earliest = addPeriods(periodId, -mostMonthsCarried);
  for (const { memberId, from, period } of records.activations) {
    if (period < earliest) continue;
    const member = records.members.get(memberId);
    const first = counted.get(memberId) ?? from;
    if (member && isCorrected(member)) counted.set(memberId, from < first ? from : first);
  }
  const persons = new Map<PeriodId, Pair[]>();
  for (const [memberId, from] of counted)
    for (const payee of payeesOf(records, memberId)) {
      if (fixedPayment(records, payee, periodId)) continue;
      for (const period of periodsBetween(from, previousPeriod(periodId))) {
        if (!isSentFor(records, memberId, payee, period)) continue;
        const pairs = persons.get(period) ?? personsIn(records, period);
        persons.set(period, pairs);
        if (isStillEarned(records, membershipsOf(memberId, pairs), payee, period)) continue;
        const each = priceOf(records, period);
        const left = covered.get(payee) ?? amountOf(records, shares, payee);
        if (left < each) continue;
        covered.set(payee, left - each);
        const member = records.members.get(memberId);
        const kind = member && isCanceled(member) ? 'canceled' : 'ended';
        addToGroup(shares, payee, memberId, { kind, period, each: -each });
      }
    }
}

interface Correction {
  memberId: string;
  /** The facility that was paid, and the facility of the last day. */
  paid: string;
  due: string;
  /** The parts that fixed payments contain. */
  isDeducted: boolean;
  isAdded: boolean;
}

/**
 * Corrects the previous month for members who moved to another facility after the first facility's payment was sent. The
 * first facility gets less and the other more by the same amount, in one generation, limited to what the first
 * facility's payment covers, so that no facility is debited.
 */
function correctTransfers(records: ShareRecords, shares: Shares, covered: Map<string, number>): void {
  const { periodId } = records.input;
  const before = previousPeriod(periodId);
  const each = priceOf(records, before);
  for (const { memberId, paid, due, isDeducted, isAdded } of openCorrections(records)) {
    const left = covered.get(paid) ?? amountOf(records, shares, paid);
    const isCovered = left >= each;
    if (!isDeducted && !isAdded) {
      const fixed = [paid, due].map((facility) => fixedPayment(records, facility, periodId));
      if (!isCovered || fixed.some((payment) => payment !== undefined)) continue;
    }
    // an uncovered deduction of which the other part was sent stays in the stored payment
    if (!isDeducted && !isCovered && !canKeep(records, paid)) continue;
    if (!isDeducted) {
      covered.set(paid, left - each);
      addToGroup(shares, paid, memberId, { kind: 'moved out', period: before, each: -each });
    }
    if (!isAdded) addToGroup(shares, due, memberId, { kind: 'moved in', period: before, each });
  }
}

/** Returns corrections that are incomplete; those of which one part was sent are first. */
function openCorrections(records: ShareRecords): Correction[] {
  const period = previousPeriod(records.input.periodId);
  const sorted = [...records.movedBefore].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const corrections = sorted.flatMap(([memberId, { facilityId: due }]) =>
    payeesOf(records, memberId)
      .filter((paid) => {
        const payment = paid === due ? undefined : storedPayment(records, paid, period);
        // a payment that was not sent is regenerated instead
        return payment && !isReplaceable(payment) && hasOwnMember(records, payment, memberId);
      })
      .map((paid) => ({
        memberId,
        paid,
        due,
        isDeducted: !isPaid(records, memberId, paid, period),
        isAdded: isPaid(records, memberId, due, period),
      })),
  );
  const open = corrections.filter(({ isDeducted, isAdded }) => !isDeducted || !isAdded);
  const isBegun = ({ memberId, paid, isAdded }: Correction) =>
    isAdded || isDeductedLater(records, memberId, paid, period);
  const isEarned = ({ memberId }: Correction) =>
    earningFacility(records, records.members.get(memberId), period) !== undefined;
  return [...open.filter(isBegun), ...open.filter((each) => !isBegun(each) && isEarned(each))];
}

/** Returns a payee's amount for the month's members, in cents. */
function amountOf(records: ShareRecords, shares: Shares, facility: string): number {
  const { periodId } = records.input;
  const dropped = new Set(shares.get(facility)?.dropped);
  const here =
    records.kind === 'partner'
      ? new Set(records.stays.keys())
      : new Set((records.staysAtFacility.get(facility) ?? []).map(({ memberId }) => memberId));
  const earning = [...here].filter((id) => !dropped.has(id) && isCountedAt(records, id, facility));
  return earning.length * priceOf(records, periodId);
}

function isCountedAt(records: ShareRecords, memberId: string, payee: string): boolean {
  const { periodId } = records.input;
  const facility = countedFacilityIn(records, memberId, periodId)?.facilityId;
  if (facility === undefined || payeeOf(records, facility) !== payee) return false;
  return earningFacility(records, records.members.get(memberId), periodId) !== undefined;
}

/** Returns true if a stored payment of the month can be left unchanged; a payment is never a debit. */
function canKeep(records: ShareRecords, payee: string): boolean {
  const payment = storedPayment(records, payee, records.input.periodId);
  return payment !== undefined && payment.totalPayment >= 0;
}

/**
 * Returns the payees with a stored payment that must not be replaced: the new one would be a debit, or it would not count
 * a moved member's month that no other payment counts.
 */
function payeesToKeep(records: ShareRecords, shares: Shares): string[] {
  const { periodId } = records.input;
  const isFixed = (payee: string) => fixedPayment(records, payee, periodId) !== undefined;
  const uncovered = [...shares]
    .filter(([payee, { groups }]) => {
      if (!groups.some(({ each }) => each < 0) || isFixed(payee)) return false;
      const added = groups.reduce((sum, { each, memberIds }) => sum + each * memberIds.length, 0);
      return amountOf(records, shares, payee) + added < 0;
    })
    .map(([payee]) => payee);
  const losing = [...records.moved].flatMap(([id, due]) =>
    payeesOf(records, id).filter((payee) => {
      if (payee === due.facilityId || !hasOwnMember(records, storedPayment(records, payee, periodId), id))
        return false;
      return !isFixed(payee) && (isDeductedLater(records, id, payee, periodId) || !movesTo(records, id, due));
    }),
  );
  return [...new Set([...uncovered, ...losing])].filter((payee) => canKeep(records, payee));
}

/** Returns true if the month of a member who moved counts at the facility of the last day after the generation. */
function movesTo(records: ShareRecords, memberId: string, due: CountedFacility): boolean {
  const { periodId } = records.input;
  if (isCounted(records, memberId, due.facilityId, periodId)) return true;
  if (fixedPayment(records, due.facilityId, periodId)) return false;
  const member = records.members.get(memberId);
  // a payment that counted the member before the first dues were returned keeps its amount
  return !member || areFirstDuesCollected(member) || !wasUsable(member, due, periodId);
}

/** Counts a person with two memberships in a month once. Ambiguous pairs are counted twice and reported. */
function mergePersons(records: ShareRecords, shares: Shares): void {
  const { periodId: period } = records.input;
  for (const { former, present, isCertain } of personsIn(records, period)) {
    const [left, joined] = [former, present].map((member) => earningFacility(records, member, period));
    if (left === undefined || joined === undefined) continue;
    const [before, payee] = [payeeOf(records, left), payeeOf(records, joined)];
    if (!isCertain) {
      const detail = `${present.firstName} ${present.lastName}`;
      addToGroup(shares, payee, present.id, { kind: 'possible duplicate', period, detail });
      continue;
    }
    const paying = payingPayment(records, former.id, payeesOf(records, former.id));
    if (paying) exclude(records, shares, payee, present.id, paying);
    else {
      drop(shares, before, former.id);
      addToGroup(shares, before, former.id, { kind: 'same person', period });
    }
  }
}

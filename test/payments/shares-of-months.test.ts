import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import { countedIn, countedStays, withEarnedMonth } from '../../shared/payments/counted-members.ts';
import { decideShares } from '../../shared/payments/facility-shares.ts';
import { earnsShare, wasUsable } from '../../shared/payments/facility-payment.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { isReplaceable } from '../../shared/payments/regeneration.ts';
import { noShares, type PaymentMembers } from '../../shared/payments/share-group.ts';
import {
  countedFacilityIn,
  enrollmentRecords,
  type ShareContext,
  type ShareRecords,
} from '../../shared/payments/share-records.ts';
import { bookedPayment, enrollment, member, partner, sent } from './booked-payments.ts';

const facilities = ['A', 'B', 'C'];
const dayOf = (offset: number): string => new Date(Date.UTC(2026, 9, 1 + offset)).toISOString().slice(0, 10);
const enrolledBy = (stays: Enrollment[], today: string): Enrollment[] =>
  stays
    .filter(({ from }) => from <= today)
    .map((record) => (record.to !== null && record.to > today ? { ...record, to: null } : record));

interface Life {
  moves: { facility: string; day: number }[];
  collectedAfter: number;
}
const life: fc.Arbitrary<Life> = fc.record({
  moves: fc.array(fc.record({ facility: fc.constantFrom(...facilities), day: fc.nat(85) }), {
    minLength: 1,
    maxLength: 4,
  }),
  collectedAfter: fc.constantFrom(0, 0, 20, 40),
});

/** Returns a member's stays: one per facility, the next from the day on which the former ends. */
function staysOfLife(id: string, { moves }: Life): Enrollment[] {
  const sorted = moves.toSorted((left, other) => left.day - other.day);
  const once = [...new Map(sorted.toReversed().map((move) => [move.facility, move])).values()].toSorted(
    (left, other) => left.day - other.day,
  );
  return once.map(({ facility, day }, index) => {
    const next = once[index + 1];
    return enrollment(id, facility, dayOf(day), next ? dayOf(next.day) : null);
  });
}

const afterMonths = [
  { periodId: '202610', today: '2026-11-09' },
  { periodId: '202611', today: '2026-12-09' },
  { periodId: '202612', today: '2027-01-09' },
  { periodId: '202701', today: '2027-02-09' },
];
/** Generations also of open months, which can be sent before members move. */
const withOpenMonths = [
  { periodId: '202610', today: '2026-10-16' },
  ...afterMonths.slice(0, 1),
  { periodId: '202611', today: '2026-11-16' },
  ...afterMonths.slice(1),
];

/**
 * Generates and sends payments without a table, and asserts after each run that no month of a member counts twice
 * and that no payment is a debit. Returns
 * the number of times that each member's month counts at the end, and whether it was earned.
 */
function play(
  runs: typeof afterMonths,
  lives: readonly Life[],
  sends: readonly boolean[],
  onlyMissing: readonly boolean[],
): { counted: number; isEarned: boolean }[] {
  const stored = new Map<string, { payment: Payment; members: PaymentMembers }>();
  const generated = new Map<string, boolean>();
  const people = lives.map((each, index) => {
    const id = `m${index}`;
    const stays = staysOfLife(id, each);
    const start = Math.min(...each.moves.map(({ day }) => day));
    return { id, stays, activatedOn: dayOf(start), collectedOn: dayOf(start + each.collectedAfter) };
  });
  const count = (memberId: string, period: string): number =>
    [...stored.values()].reduce((sum, { payment, members }) => {
      const groups = members.groups.filter(
        (group) => group.period === period && group.memberIds.includes(memberId),
      );
      const added = groups.filter(({ kind }) => kind === 'late' || kind === 'moved in').length;
      const deducted = groups.filter(({ kind }) => kind === 'moved out').length;
      return sum + (payment.periodId === period && members.own.has(memberId) ? 1 : 0) + added - deducted;
    }, 0);
  return runs.flatMap(({ periodId, today }, run) => {
    const collected = people.filter(({ collectedOn }) => collectedOn <= today);
    const members = people.map(({ id, activatedOn, collectedOn }) =>
      member(id, collectedOn <= today ? { activatedOn } : { activatedOn: null, invitationStatus: 3 }),
    );
    const input = {
      programPaymentTypeId: 1,
      paymentTypeId: 3,
      periodId,
      onlyMissing: onlyMissing[run] === true,
    } as const;
    const context: ShareContext = { partner, input, now: new Date(`${today}T16:00:00Z`), kind: 'facility' };
    const records: ShareRecords = {
      ...context,
      ...enrollmentRecords(
        context,
        enrolledBy(
          people.flatMap(({ stays }) => stays),
          today,
        ),
      ),
      activations: collected.map(({ id, activatedOn, collectedOn }) => ({
        memberId: id,
        period: collectedOn.slice(0, 7).replace('-', ''),
        from: activatedOn.slice(0, 7).replace('-', ''),
      })),
      members: new Map(members.map((record) => [record.id, record])),
      payments: new Map([...stored].map(([id, { payment }]) => [id, payment])),
      paymentMembers: new Map([...stored].map(([id, { members: counted }]) => [id, counted])),
      generated,
    };
    const shares = decideShares(records);
    const stays = [...records.stays.values()].flat();
    facilities.forEach((facility, index) => {
      const { dropped, groups, isUnchanged: isLeft } = shares.get(facility) ?? noShares;
      const here = countedStays(
        stays.filter(({ facilityId }) => facilityId === facility),
        records.moved,
        periodId,
      );
      const usable = countedIn(
        here,
        new Map(members.map((record) => [record.id, record])),
        periodId,
        wasUsable,
      );
      const own = withEarnedMonth(
        usable.filter(({ id }) => !dropped.includes(id)),
        [],
      ).map(({ id }) => id);
      const total = groups.reduce(
        (sum, { each, memberIds }) => sum + each * memberIds.length,
        own.length * 20_00,
      );
      const { payment } = bookedPayment({ facility, period: periodId });
      const before = stored.get(payment.id)?.payment;
      const isUnchanged =
        before && (isLeft || !isReplaceable(before) || (input.onlyMissing && before.totalPayment > 0));
      if (!isUnchanged) expect(total, 'no facility is debited').toBeGreaterThanOrEqual(0);
      const status = total === 0 ? 4 : 0;
      const parts = groups.map(({ memberIds, kind, period, each }) => ({
        kind,
        period,
        each,
        members: memberIds.length,
      }));
      if (!isUnchanged && (own.length > 0 || groups.length > 0))
        stored.set(payment.id, {
          payment: { ...payment, totalPayment: total, status, reason: { ...payment.reason, groups: parts } },
          members: {
            own: new Set(own),
            groups: groups.map((group) => ({ ...group, members: group.memberIds.length })),
          },
        });
      else if (!isUnchanged) stored.delete(payment.id);
      const now = stored.get(payment.id);
      if (now?.payment.status === 0 && sends[run * facilities.length + index])
        stored.set(payment.id, { ...now, payment: { ...now.payment, ...sent } });
    });
    generated.set(periodId, true);
    const months = members.flatMap((record) =>
      ['202610', '202611', '202612'].map((period) => {
        const facility = countedFacilityIn(records, record.id, period);
        const isEarned = facility !== undefined && earnsShare(record, facility, period);
        return { counted: count(record.id, period), isEarned };
      }),
    );
    for (const { counted } of months) expect(counted).toBeLessThanOrEqual(1);
    return run === runs.length - 1 ? months : [];
  });
}

describe('the shares of generated months', () => {
  const lives = fc.array(life, { minLength: 1, maxLength: 6 });
  const flags = fc.array(fc.boolean(), { minLength: 18, maxLength: 18 });

  it('count each earned month of a member once, also if first dues are collected late', () => {
    fc.assert(
      fc.property(lives, flags, flags, (...arbitrary) => {
        for (const { counted, isEarned } of play(afterMonths, ...arbitrary))
          expect(counted).toBe(isEarned ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });

  it('count each earned month once, whichever payments of open months are sent before members move', () => {
    fc.assert(
      fc.property(lives, flags, flags, (...arbitrary) => {
        for (const { counted, isEarned } of play(withOpenMonths, ...arbitrary))
          expect(counted).toBe(isEarned ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import type { Member } from '../../shared/members/member.ts';
import { countedIn, countedStays, withEarnedMonth } from '../../shared/payments/counted-members.ts';
import { decideShares } from '../../shared/payments/facility-shares.ts';
import { earnsShare, wasUsable } from '../../shared/payments/facility-payment.ts';
import { paymentIdOf, type Payment } from '../../shared/payments/payment.ts';
import { isReplaceable } from '../../shared/payments/regeneration.ts';
import { noShares, type PaymentMembers, type ShareGroupKind } from '../../shared/payments/share-group.ts';
import {
  countedFacilityIn,
  enrollmentRecords,
  type Activation,
  type ShareContext,
  type ShareRecords,
} from '../../shared/payments/share-records.ts';
import { someGroupMembership, someMember, somePartner } from '../support/builders.ts';
import { somePayment } from './some-payment.ts';

const partnerId = '2';
const partner = { partner: somePartner(partnerId), groupMembership: someGroupMembership(partnerId) };

const enrollment = (
  memberId: string,
  facilityId: string,
  from: string,
  to: string | null = null,
): Enrollment => ({
  partnerId,
  memberId,
  facilityId,
  from,
  to,
  version: 1,
});

const member = (id: string, fields: Partial<Member> = {}): Member =>
  someMember(id, partnerId, { invitationStatus: 4, activatedOn: '2026-10-01', ...fields });

interface Booked {
  facility: string;
  period: string;
  own?: string[];
  groups?: { kind: ShareGroupKind; period: string; memberIds: string[] }[];
  fields?: Partial<Payment>;
}
const sent = { status: 2, bankFileId: 'file' } as const;

function bookedPayment({ facility, period, own = [], groups = [], fields }: Booked, kind = 'facility') {
  const name = { programPaymentTypeId: 1, paymentTypeId: 3, partnerId, periodId: period } as const;
  const payee = { kind: 'facility', facilityId: facility, facilityName: `Gym ${facility}` } as const;
  const parts = groups.map(({ memberIds, ...group }) => ({
    ...group,
    each: 20_00,
    members: memberIds.length,
  }));
  const payment: Payment =
    kind === 'partner'
      ? somePayment({ ...name, id: paymentIdOf({ ...name, kind: 'partner' }), ...(fields as object) })
      : somePayment({ ...name, ...payee, id: paymentIdOf({ ...name, ...payee }), ...(fields as object) });
  const members: PaymentMembers = {
    own: new Set(own),
    groups: groups.map((group, index) => ({ ...parts[index], ...group, each: 20_00, members: 1 })),
  };
  return { payment: { ...payment, reason: { ...payment.reason, groups: parts } }, members };
}

interface Scenario {
  stays: Enrollment[];
  members: Member[];
  activations?: Activation[];
  booked?: Booked[];
  generated?: string[];
  context?: Partial<ShareContext>;
}

/** Returns the records of the generation of November on December 9. */
function recordsOf(scenario: Scenario): ShareRecords {
  const input = { programPaymentTypeId: 1, paymentTypeId: 3, periodId: '202611', onlyMissing: true } as const;
  const now = new Date('2026-12-09T16:00:00Z');
  const context: ShareContext = { partner, input, now, kind: 'facility', ...scenario.context };
  const booked = (scenario.booked ?? []).map((payment) => bookedPayment(payment, context.kind));
  return {
    ...context,
    ...enrollmentRecords(context, scenario.stays),
    activations: scenario.activations ?? [],
    members: new Map(scenario.members.map((record) => [record.id, record])),
    payments: new Map(booked.map(({ payment }) => [payment.id, payment])),
    paymentMembers: new Map(booked.map(({ payment, members }) => [payment.id, members])),
    generated: new Map((scenario.generated ?? []).map((period) => [period, true])),
  };
}

/** Returns one line per dropped member and group: `A -ann` or `B late 202610 2000: ann`. */
const decide = (scenario: Scenario): string[] =>
  [...decideShares(recordsOf(scenario))].flatMap(([payee, { dropped, groups }]) => [
    ...dropped.map((id) => `${payee} -${id}`),
    ...groups.map(
      ({ kind, period, each, detail, memberIds }) =>
        `${payee} ${kind} ${period} ${each}: ${memberIds.join(' ')}${detail && ` (${detail})`}`,
    ),
  ]);

const moved = [enrollment('ann', 'A', '2026-10-01', '2026-11-20'), enrollment('ann', 'B', '2026-11-20')];
const movedBefore = [
  enrollment('ann', 'A', '2026-10-01', '2026-10-20'),
  enrollment('ann', 'B', '2026-10-20'),
  enrollment('bo', 'A', '2026-10-01'),
];
const paidAtA: Booked = { facility: 'A', period: '202610', own: ['ann'], fields: sent };
const late: Scenario = {
  stays: [enrollment('ann', 'A', '2026-10-01')],
  members: [member('ann')],
  activations: [{ memberId: 'ann', period: '202611', from: '202610' }],
  generated: ['202610'],
};
const countedLate: Booked = {
  facility: 'A',
  period: '202611',
  groups: [{ kind: 'late', period: '202610', memberIds: ['ann'] }],
};
const returned = [
  enrollment('former', 'A', '2026-10-01', '2026-11-10'),
  enrollment('present', 'B', '2026-11-15'),
];
const born = { firstName: 'Ann', lastName: 'Lund', dateOfBirth: '1980-05-05' };
const bothMemberships = [member('former', born), member('present', born)];

const cases: [title: string, scenario: Scenario, expected: string[]][] = [
  ['does not adjust members of one facility', { ...late, activations: [] }, []],
  [
    'excludes a moved member whom a sent payment of another facility counts',
    {
      stays: moved,
      members: [member('ann')],
      booked: [{ facility: 'A', period: '202611', own: ['ann'], fields: sent }],
    },
    ['B -ann', 'B excluded 202611 0: ann (Gym A)'],
  ],
  [
    'does not exclude because of a canceled payment',
    {
      stays: moved,
      members: [member('ann')],
      booked: [{ facility: 'A', period: '202611', own: ['ann'], fields: { status: 4 } }],
    },
    [],
  ],
  [
    'does not exclude a moved member because of a payment that the generation replaces',
    {
      stays: moved,
      members: [member('ann')],
      booked: [{ facility: 'A', period: '202611', own: ['ann'] }],
      context: {
        input: { programPaymentTypeId: 1, paymentTypeId: 3, periodId: '202611', onlyMissing: false },
      },
    },
    [],
  ],
  [
    'does not exclude a moved member without collected first dues',
    {
      stays: moved,
      members: [member('ann', { firstDuesReturned: true })],
      booked: [{ facility: 'A', period: '202611', own: ['ann'], fields: sent }],
    },
    [],
  ],
  ['adds a late month that was generated without the member', late, ['A late 202610 2000: ann']],
  ['adds no month that was not generated', { ...late, generated: [] }, []],
  [
    'adds no month on hold',
    { ...late, members: [member('ann', { holds: [{ from: '2026-10-01', to: null }] })] },
    [],
  ],
  ['adds no month that its payment counts', { ...late, booked: [paidAtA] }, []],
  ['adds no month that a later payment counts', { ...late, booked: [{ ...countedLate, fields: sent }] }, []],
  [
    'adds the month again to the payment that the generation replaces',
    { ...late, booked: [{ ...countedLate, fields: { status: 4, totalPayment: 0 } }] },
    ['A late 202610 2000: ann'],
  ],
  [
    'adds no month before the first dues are collected',
    { ...late, members: [member('ann', { firstDuesReturned: true })] },
    [],
  ],
  [
    'keeps a late month in a replaced payment after the first dues were returned',
    {
      ...late,
      members: [member('ann', { firstDuesReturned: true })],
      booked: [{ ...countedLate, fields: { status: 4, totalPayment: 0 } }],
    },
    ['A late 202610 2000: ann'],
  ],
  [
    'drops a member whom a later payment counts late',
    {
      ...late,
      activations: [{ memberId: 'ann', period: '202612', from: '202611' }],
      booked: [
        {
          facility: 'A',
          period: '202612',
          groups: [{ kind: 'late', period: '202611', memberIds: ['ann'] }],
          fields: sent,
        },
      ],
      generated: [],
    },
    ['A -ann'],
  ],
  [
    'corrects the previous month of a member who moved after the payment was sent',
    { stays: movedBefore, members: [member('ann'), member('bo')], booked: [paidAtA] },
    ['A moved out 202610 -2000: ann', 'B moved in 202610 2000: ann'],
  ],
  [
    'corrects nothing that the first facility does not cover',
    { stays: movedBefore.slice(0, 2), members: [member('ann')], booked: [paidAtA] },
    [],
  ],
  [
    'corrects nothing if a payment of one of the facilities lasts',
    {
      stays: movedBefore,
      members: [member('ann'), member('bo')],
      booked: [paidAtA, { facility: 'B', period: '202611', fields: sent }],
    },
    [],
  ],
  [
    'completes a correction of which one part was sent',
    {
      stays: movedBefore,
      members: [member('ann'), member('bo')],
      booked: [
        paidAtA,
        {
          facility: 'B',
          period: '202611',
          groups: [{ kind: 'moved in', period: '202610', memberIds: ['ann'] }],
          fields: sent,
        },
      ],
    },
    ['A moved out 202610 -2000: ann'],
  ],
  [
    'deducts a member only once if that part of the correction was sent',
    {
      stays: movedBefore,
      members: [member('ann'), member('bo')],
      booked: [
        paidAtA,
        {
          facility: 'A',
          period: '202611',
          groups: [{ kind: 'moved out', period: '202610', memberIds: ['ann'] }],
          fields: sent,
        },
      ],
    },
    ['B moved in 202610 2000: ann'],
  ],
  [
    'counts a person who left and enrolled again with the new membership',
    { stays: returned, members: bothMemberships },
    ['A -former', 'A same person 202611 0: former'],
  ],
  [
    'counts a person with the former membership if its payment was sent',
    {
      stays: returned,
      members: bothMemberships,
      booked: [{ facility: 'A', period: '202611', own: ['former'], fields: sent }],
    },
    ['B -present', 'B excluded 202611 0: present (Gym A)'],
  ],
  [
    'counts and reports an ambiguous person twice',
    {
      stays: returned,
      members: [member('former', { ...born, dateOfBirth: null }), member('present', born)],
    },
    ['B possible duplicate 202611 0: present (Ann Lund)'],
  ],
  [
    'adds a late month once for two memberships of a person',
    {
      stays: [
        enrollment('former', 'A', '2026-10-01', '2026-10-10'),
        enrollment('present', 'B', '2026-10-15'),
      ],
      members: bothMemberships,
      activations: ['former', 'present'].map((memberId) => ({ memberId, period: '202611', from: '202610' })),
      generated: ['202610'],
    },
    ['A late 202610 2000: former'],
  ],
  [
    'adjusts the single payment of a partner only for late members and persons',
    { ...late, stays: [...late.stays, ...moved], context: { kind: 'partner' } },
    [' late 202610 2000: ann'],
  ],
];

describe('the shares of a month', () => {
  it.each(cases)('%s', (_title, scenario, expected) => expect(decide(scenario)).toEqual(expected));
});

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
 * Generates and sends payments without a table, and asserts after each run that no month of a member counts twice. Returns
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
      const { dropped, groups } = shares.get(facility) ?? noShares;
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
        before && (!isReplaceable(before) || (input.onlyMissing && before.totalPayment > 0));
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

  it('count no month twice, whichever payments of open months are sent before members move', () => {
    fc.assert(
      fc.property(lives, flags, flags, (...arbitrary) => void play(withOpenMonths, ...arbitrary)),
      { numRuns: 300 },
    );
  });
});

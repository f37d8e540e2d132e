import { describe, expect, it } from 'vitest';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import type { Member } from '../../shared/members/member.ts';
import { decideShares } from '../../shared/payments/facility-shares.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import {
  enrollmentRecords,
  type Activation,
  type ShareContext,
  type ShareRecords,
} from '../../shared/payments/share-records.ts';
import { bookedPayment, enrollment, member, partner, sent, type Booked } from './booked-payments.ts';

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

/** Returns one line per dropped member and group: `A -ann`, `B late 202610 2000: ann`, or `A kept`. */
const decide = (scenario: Scenario): string[] =>
  [...decideShares(recordsOf(scenario))].flatMap(([payee, { dropped, groups, isUnchanged }]) => [
    ...(isUnchanged ? [`${payee} kept`] : []),
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

const correctedAtB: Booked = {
  facility: 'B',
  period: '202611',
  groups: [{ kind: 'moved in', period: '202610', memberIds: ['ann'] }],
  fields: sent,
};
const boMoved = [enrollment('bo', 'A', '2026-10-01', '2026-11-20'), enrollment('bo', 'C', '2026-11-20')];
const offsetAtA: Booked = {
  facility: 'A',
  period: '202611',
  own: ['bo'],
  groups: [{ kind: 'moved out', period: '202610', memberIds: ['ann'] }],
  fields: { status: 4, totalPayment: 0 },
};
const whole = { programPaymentTypeId: 1, paymentTypeId: 3, periodId: '202611', onlyMissing: false } as const;
const ofOtherTerms: Partial<Payment> = {
  reason: { rule: 'facility payment 1', steps: [], terms: { number: 99, fromPeriod: '202601' } },
};

const canceledAnn: Scenario = {
  stays: [enrollment('ann', 'A', '2026-10-20', '2026-11-03'), enrollment('bo', 'A', '2026-09-01')],
  members: [member('ann', { invitationStatus: 8, canceledOn: '2026-11-03' }), member('bo')],
  activations: [{ memberId: 'ann', period: '202610', from: '202610' }],
};

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
      context: { input: whole },
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
    'deducts a sent month of a canceled membership',
    {
      ...canceledAnn,
      booked: [{ facility: 'A', period: '202610', own: ['ann'], fields: sent }],
    },
    ['A canceled 202610 -2000: ann'],
  ],
  [
    'deducts no month of a canceled membership that can be generated again',
    { ...canceledAnn, booked: [{ facility: 'A', period: '202610', own: ['ann'] }] },
    [],
  ],
  [
    'deducts no more than the payment covers',
    {
      ...canceledAnn,
      stays: [enrollment('ann', 'A', '2026-10-20', '2026-11-03')],
      booked: [{ facility: 'A', period: '202610', own: ['ann'], fields: sent }],
    },
    [],
  ],
  [
    'deducts a month of a canceled membership once',
    {
      ...canceledAnn,
      booked: [
        { facility: 'A', period: '202610', own: ['ann'], fields: sent },
        {
          facility: 'A',
          period: '202612',
          own: ['bo'],
          groups: [{ kind: 'canceled', period: '202610', memberIds: ['ann'] }],
          fields: sent,
        },
      ],
      context: { now: new Date('2027-01-10T15:00:00Z') },
    },
    [],
  ],
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
      booked: [paidAtA, correctedAtB],
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
    'completes a correction of which one part was sent before the first dues were returned',
    {
      stays: movedBefore,
      members: [member('ann', { firstDuesReturned: true }), member('bo')],
      booked: [paidAtA, correctedAtB],
    },
    ['A moved out 202610 -2000: ann'],
  ],
  [
    'begins no correction before the first dues are collected',
    {
      stays: movedBefore,
      members: [member('ann', { firstDuesReturned: true }), member('bo')],
      booked: [paidAtA],
    },
    [],
  ],
  [
    'keeps a payment with a deduction that its members do not cover any more',
    {
      stays: [...movedBefore.slice(0, 2), ...boMoved],
      members: [member('ann'), member('bo')],
      booked: [paidAtA, correctedAtB, offsetAtA],
    },
    ['C -bo', 'C excluded 202611 0: bo (Gym A)', 'A kept'],
  ],
  [
    'deducts nothing that a new payment does not cover',
    {
      stays: movedBefore.slice(0, 2),
      members: [member('ann')],
      booked: [paidAtA, correctedAtB],
    },
    [],
  ],
  [
    'begins no correction that a deduction of an earlier generation uses up',
    {
      stays: [
        ...movedBefore,
        enrollment('abe', 'A', '2026-10-01', '2026-10-20'),
        enrollment('abe', 'C', '2026-10-20'),
      ],
      members: [member('ann'), member('bo'), member('abe')],
      booked: [{ ...paidAtA, own: ['abe', 'ann'] }, correctedAtB],
    },
    ['A moved out 202610 -2000: ann'],
  ],
  [
    'covers no correction with a member who left and enrolled again elsewhere',
    {
      stays: [...movedBefore.slice(0, 2), ...returned],
      members: [member('ann'), ...bothMemberships],
      booked: [paidAtA],
    },
    ['A -former', 'A same person 202611 0: former'],
  ],
  [
    'keeps a pending payment of a member who moved to a facility that was paid without the member',
    {
      stays: moved,
      members: [member('ann')],
      booked: [
        { facility: 'A', period: '202611', own: ['ann'] },
        { facility: 'B', period: '202611', own: ['bo'], fields: sent },
      ],
      context: { input: whole },
    },
    ['B -ann', 'B excluded 202611 0: ann (Gym A)', 'A kept'],
  ],
  [
    'keeps a payment of a member whose first dues were returned after it',
    {
      stays: moved,
      members: [member('ann', { firstDuesReturned: true })],
      booked: [{ facility: 'A', period: '202611', own: ['ann'] }],
      context: { input: whole },
    },
    ['A kept'],
  ],
  [
    'keeps a payment from which a later payment deducts the member',
    {
      stays: moved,
      members: [member('ann')],
      booked: [
        { facility: 'A', period: '202611', own: ['ann'] },
        {
          facility: 'A',
          period: '202612',
          groups: [{ kind: 'moved out', period: '202611', memberIds: ['ann'] }],
          fields: sent,
        },
      ],
      context: { input: whole },
    },
    ['B -ann', 'B excluded 202611 0: ann (Gym A)', 'A kept'],
  ],
  [
    'replaces a pending payment with terms that changed since',
    {
      stays: moved,
      members: [member('ann')],
      booked: [{ facility: 'A', period: '202611', own: ['ann'], fields: ofOtherTerms }],
    },
    [],
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

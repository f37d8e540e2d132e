import { describe, expect, it } from 'vitest';
import { type MemberPayment, canceled, pending, returned, submitted } from '../../shared/payments/payment.ts';
import {
  isAdjustable,
  residualOf,
  settledElsewhere,
  stepsFor,
  visitAdjustment,
  type AdjustmentStep,
} from '../../shared/payments/visit-adjustment.ts';
import { somePayment } from './some-payment.ts';

const step = (periodId: string, amount: number): AdjustmentStep => ({ what: 'late', periodId, amount });

/** Returns a reimbursement of a month, with the steps that it contains for other months. */
const paid = (
  periodId: string,
  total: number,
  { steps = [], ...changes }: Partial<MemberPayment> & { steps?: AdjustmentStep[] } = {},
): MemberPayment =>
  somePayment<'member'>({
    id: `M-2-7-1-M1-${periodId}`,
    kind: 'member',
    paymentTypeId: 7,
    periodId,
    totalPayment: total,
    amountToBeSent: total,
    status: submitted,
    reason: { rule: 'reimbursement', steps },
    ...changes,
  });
const adjustment = (periodId: string, steps: AdjustmentStep[], changes: Partial<MemberPayment> = {}) => ({
  ...visitAdjustment(paid(periodId, 0), steps, {
    periodId,
    memberBillingTypeId: 1,
    payeeToken: 'payee',
    status: submitted,
    now: new Date('2026-11-20T16:00:00Z'),
  }),
  ...changes,
});
const january = (earned: number) => ({ periodId: '202601', earned, visits: 2, required: 2 });

describe('the amount that a month lacks', () => {
  it.each<[string, number, MemberPayment[], number]>([
    ['all of it, if nothing was paid', 20, [], 20],
    ['nothing, if its reimbursement was sent', 20, [paid('202601', 20)], 0],
    ['nothing of a canceled reimbursement', 20, [paid('202601', 20, { status: canceled })], 0],
    ['nothing of a returned reimbursement', 20, [paid('202601', 20, { status: returned })], 0],
    [
      'the rest, if a later reimbursement paid a part',
      20,
      [paid('202603', 25, { steps: [step('202601', 5)] })],
      15,
    ],
    [
      'the rest, if an adjustment in the same month paid a part',
      20,
      [adjustment('202601', [step('202601', 5)])],
      15,
    ],
    [
      'nothing for an adjustment of another month',
      20,
      [paid('202601', 20), adjustment('202601', [step('202512', 5)])],
      0,
    ],
    ['what was paid too much', 0, [paid('202601', 20)], -20],
    [
      'nothing paid too much by a payment that was returned',
      0,
      [paid('202601', 20, { status: returned })],
      0,
    ],
    [
      'nothing paid too much by a payment that was canceled',
      0,
      [paid('202601', 20, { status: canceled })],
      0,
    ],
    [
      'only the amount that was sent, after a correction',
      0,
      [paid('202601', 20, { amountToBeSent: 12 })],
      -12,
    ],
    [
      'nothing, if the amount was already recovered',
      0,
      [paid('202601', 20), paid('202603', 5, { steps: [step('202601', -20)] })],
      0,
    ],
  ])('is %s', (_, earned, payments, amount) => expect(residualOf(january(earned), payments)).toBe(amount));

  it('is settled elsewhere by the sum of other payments, at least zero', () => {
    expect(settledElsewhere('202601', [paid('202603', 25, { steps: [step('202601', 5)] })])).toBe(5);
    expect(settledElsewhere('202601', [paid('202603', 25, { steps: [step('202601', -5)] })])).toBe(0);
  });
});

describe('the steps of a payment for earlier months', () => {
  const today = '2026-11-20';
  const february = { periodId: '202602', earned: 0, visits: 1, required: 2 };
  const others = [paid('202601', 20), paid('202602', 20)];
  const stepsOf = (own: number, months = [january(0), february]) =>
    stepsFor({ months, others, before: undefined, own, today }).map(({ periodId, amount }) => [
      periodId,
      amount,
    ]);

  it('reduce it at most to zero; the rest waits', () => {
    expect(stepsOf(50)).toEqual([
      ['202601', -20],
      ['202602', -20],
    ]);
    expect(stepsOf(30)).toEqual([
      ['202601', -20],
      ['202602', -10],
    ]);
    expect(stepsOf(20)).toEqual([['202601', -20]]);
    expect(stepsOf(0)).toEqual([]);
  });

  it('reduce it by what other months add', () =>
    expect(stepsOf(0, [january(0), { ...february, earned: 35 }])).toEqual([
      ['202601', -15],
      ['202602', 15],
    ]));

  it('leave additions to another payment, and keep the text of unchanged amounts', () => {
    const months = [january(0), { ...february, earned: 35 }];
    const before = paid('202610', 10, { steps: [{ ...step('202601', -10), what: 'as stored' }] });
    expect(stepsFor({ months, others, before, own: 10, today, reductionsOnly: true })).toEqual([
      { periodId: '202601', amount: -10, what: 'as stored' },
    ]);
  });
});

it('can change a payment that is Pending and in no file', () => {
  expect(isAdjustable(paid('202601', 20, { status: pending }))).toBe(true);
  expect(isAdjustable(paid('202601', 20, { status: pending, bankFileId: 'file' }))).toBe(false);
  expect(isAdjustable(paid('202601', 20))).toBe(false);
});

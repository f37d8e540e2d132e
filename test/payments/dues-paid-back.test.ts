import { describe, expect, it } from 'vitest';
import {
  duesPaidBack,
  duesPaidBackId,
  isDuesPaidBack,
  wereDuesSent,
} from '../../shared/payments/dues-paid-back.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { isReplaceable, regenerated } from '../../shared/payments/regeneration.ts';
import { somePayment } from './some-payment.ts';

const dues = somePayment({
  id: 'M-3-6-1-anna-202701',
  kind: 'member',
  programPaymentTypeId: 3,
  paymentTypeId: 6,
  memberId: 'anna',
  periodId: '202701',
  totalPayment: 30_00,
  amountToBeSent: 25_00,
  payeeToken: 'account of anna',
  status: 2,
  bankFileId: 'a-file',
  attempts: [],
  reason: {
    rule: 'member dues 2',
    steps: [{ what: 'Dues for January 2027', amount: 30_00 }],
    terms: { number: 2, fromPeriod: '202610' },
  },
  version: 4,
});
const refund = duesPaidBack(dues, 'departure anna', '2026-12-28T15:00:00.000Z');

describe('repaid dues', () => {
  it('are a new reimbursement of the month: the collected amount, to the account that paid it', () => {
    expect(refund).toMatchObject({
      id: 'M-3-7-1-anna-202701-dues',
      paymentTypeId: 7,
      periodId: '202701',
      totalPayment: 25_00,
      amountToBeSent: 25_00,
      memberBillingTypeId: 1,
      payeeToken: 'account of anna',
      status: 0,
      statusAt: '2026-12-28T15:00:00.000Z',
      bankFileId: null,
      attempts: [],
      generationId: 'departure anna',
      version: 0,
    });
    expect(refund.reason).toEqual({
      rule: 'dues paid back 1',
      steps: [{ what: 'Dues paid back: no day of membership in January 2027', amount: 25_00 }],
      terms: { number: 2, fromPeriod: '202610' },
    });
  });

  it('have an ID that differs from the ordinary reimbursement of the month', () => {
    expect(duesPaidBackId(dues)).toBe(refund.id);
    expect(duesPaidBackId(dues)).not.toBe('M-3-7-1-anna-202701');
  });

  it('are recognized by their rule', () => {
    expect([isDuesPaidBack(refund), isDuesPaidBack(dues)]).toEqual([true, false]);
  });

  it('were sent if they are Submitted, Received, Completed, or Sent Externally', () => {
    const sent = ([0, 1, 2, 3, 4, 5, 6] as const).filter((status) => wereDuesSent({ status }));
    expect(sent).toEqual([1, 2, 5, 6]);
  });
});

describe('replaceable payments', () => {
  const of = (memberPayment: Partial<MemberPayment>) =>
    isReplaceable({ ...dues, status: 0, bankFileId: null, ...memberPayment });

  it('are Pending and in no bank file', () => {
    expect(of({})).toBe(true);
    expect(of({ bankFileId: 'a-file' })).toBe(false);
    for (const status of [1, 2, 3, 5] as const) expect(of({ status }), String(status)).toBe(false);
  });

  it('include payments created as Canceled, but not payments canceled later', () => {
    expect(of({ status: 4, totalPayment: 0 })).toBe(true);
    expect(of({ status: 4, totalPayment: 30_00 })).toBe(false);
  });

  it('include unchanged payments created as Sent Externally', () => {
    const whole = { status: 6, amountToBeSent: 30_00 } as const;
    expect(of({ ...whole, memberBillingTypeId: 2 })).toBe(true);
    expect(of({ ...whole, memberBillingTypeId: 1 })).toBe(false);
    expect(of({ ...whole, memberBillingTypeId: 2, amountToBeSent: 10_00 })).toBe(false);
    const ofPartner = { kind: 'partner', status: 6, totalPayment: 30_00, amountToBeSent: 30_00 } as const;
    expect(isReplaceable(somePayment({ ...ofPartner, partnerBillingTypeId: 1 }))).toBe(true);
    expect(isReplaceable(somePayment({ ...ofPartner, partnerBillingTypeId: 2 }))).toBe(false);
  });

  it('never include repaid dues', () => {
    expect(isReplaceable(refund)).toBe(false);
    expect(regenerated(refund, { ...refund, amountToBeSent: 1 }).what).toBe('kept');
  });
});

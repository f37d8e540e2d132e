import { describe, expect, it } from 'vitest';
import { selectPayments, waitingByReason, type CurrentAccount } from '../../shared/bank-files/bank-run.ts';
import { addSummaries, summaryOf, withTraces } from '../../shared/bank-files/check-summary.ts';
import {
  exclusionReason,
  isFirstDues,
  waitingReason,
  type ExclusionContext,
} from '../../shared/bank-files/exclusion.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import type { PaymentStatus } from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { someMember } from '../support/builders.ts';

const at = '2026-11-20T15:00:00.000Z';
const account: CurrentAccount = {
  payeeToken: 'payee',
  fingerprint: 'print',
  lastFour: '6789',
  nameOnAccount: 'Ada Adams',
  changedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const counterparts = {
  repaid: new Map(),
  refunds: new Map(),
  undecided: new Set<string>(),
  unpaidMonths: new Set<string>(),
};
const context: ExclusionContext = {
  today: '2026-11-20',
  at,
  account,
  member: undefined,
  counterparts,
  lock: null,
  effectiveDate: '2026-11-24',
};
const active = someMember('M1', '1', {
  invitationStatus: 4,
  enrolledOn: '2026-09-05',
  startsOn: '2026-09-05',
  activatedOn: '2026-09-05',
});
const dues = (overrides: object = {}) =>
  somePayment({ kind: 'member', paymentTypeId: 6, periodId: '202611', payeeToken: 'payee', ...overrides });

describe('a payment', () => {
  it('is included while it is Pending or returned, and ignored otherwise', () => {
    expect(exclusionReason(somePayment({}), context)).toBeUndefined();
    for (const status of [1, 2, 4, 5, 6] as PaymentStatus[]) {
      expect(
        exclusionReason(somePayment({ status, amountToBeSent: 0 }), { ...context, account: undefined }),
      ).toBeUndefined();
      const { selected: lines, excluded } = selectPayments([somePayment({ status, payeeToken: 'payee' })], {
        accounts: new Map([['payee', account]]),
        members: new Map(),
        counterparts,
        lock: null,
        today: '2026-11-20',
        effectiveDate: '2026-11-24',
        at,
      });
      expect([lines, excluded]).toEqual([[], []]);
    }
  });

  it.each([
    ['The partner pays outside the portal.', somePayment({ partnerBillingTypeId: 1 }), {}],
    ['The partner pays outside the portal.', somePayment({ partnerBillingTypeId: 1, status: 6 }), {}],
    ['It is already in another bank file.', somePayment({ bankFileId: 'file' }), {}],
    ['Returned by the bank. Cancel it, or mark it as Sent Externally.', somePayment({ status: 3 }), {}],
    ['The amount to be sent is zero.', somePayment({ amountToBeSent: 0 }), {}],
    ['No bank account on file.', somePayment({}), { account: undefined }],
    [
      'The bank rejected the account. The payment waits for new bank details.',
      somePayment({}),
      { account: { ...account, held: { at } } },
    ],
    [
      'The bank account was changed recently. The payment waits until the new account can be used.',
      somePayment({}),
      { account: { ...account, usableFrom: '2026-11-20T15:00:00.001Z' } },
    ],
    ['Member not found.', dues(), {}],
    [duesLocked, dues(), { member: active, lock: { today: '2026-12-02', wasCollected: false } }],
  ])('is excluded with a reason: %s', (reason, payment, overrides) => {
    expect(exclusionReason(payment, { ...context, ...overrides })).toBe(reason);
  });

  it.each([
    ['of a partner that pays outside, canceled', somePayment({ partnerBillingTypeId: 1, status: 4 }), {}],
    [
      'over an account that may be used from now on',
      somePayment({}),
      { account: { ...account, usableFrom: at } },
    ],
    ['of a member', dues(), { member: active }],
    [
      'that waited while the others were collected',
      dues(),
      { member: active, lock: { today: '2026-12-02', wasCollected: true } },
    ],
    [
      'that is first dues, until the end of the next month',
      dues({ periodId: '202609' }),
      { member: active, lock: { today: '2026-10-31', wasCollected: false } },
    ],
  ])('is included or ignored: %s', (_, payment, overrides) => {
    expect(exclusionReason(payment, { ...context, ...overrides })).toBeUndefined();
  });

  it('for first dues waits no longer than the end of the next month', () => {
    const lock = { today: '2026-11-01', wasCollected: false };
    expect(exclusionReason(dues({ periodId: '202609' }), { ...context, member: active, lock })).toBe(
      duesLocked,
    );
    expect(isFirstDues({ paymentTypeId: 6, periodId: '202609' }, active)).toBe(true);
    expect(isFirstDues({ paymentTypeId: 7, periodId: '202609' }, active)).toBe(false);
    expect(isFirstDues({ paymentTypeId: 6, periodId: '202610' }, active)).toBe(false);
    expect(isFirstDues({ paymentTypeId: 6, periodId: '202609' }, { startsOn: null, enrolledOn: null })).toBe(
      false,
    );
  });

  it('for dues is not locked if the announced days are later, or if the account could not be debited', () => {
    const lock = { today: '2026-12-02', wasCollected: false };
    const locked = (overrides: object, used: object = {}) =>
      exclusionReason(dues(overrides), {
        ...context,
        member: { ...active, startsOn: '2026-09-05' },
        lock,
        account: { ...account, ...used },
      });
    const announced = { amount: 100, from: '2026-12-01', until: '2026-12-04', sentOn: '2026-11-24' };
    expect(locked({})).toBe(duesLocked);
    expect(locked({ announced })).toBeUndefined();
    expect(locked({ announced: { ...announced, from: '2026-11-30' } })).toBe(duesLocked);
    expect(locked({}, { debitPauses: [{ from: '2026-10-12', to: '2026-10-26' }] })).toBeUndefined();
    expect(locked({}, { debitPauses: [{ from: '2026-10-12', to: '2026-10-24' }] })).toBe(duesLocked);
    expect(locked({}, { debitPauses: [{ from: '2026-12-01', to: '2026-12-02' }] })).toBe(duesLocked);
    expect(locked({}, { held: { at: '2026-11-12T15:00:00Z' } })).toContain('rejected the account');
  });

  it.each([
    [5, 6, 'The membership is suspended. The payment waits for new bank details.'],
    [7, 6, 'The membership is on hold. The payment waits until it is active again.'],
    [3, 7, 'The payment waits until the first dues are collected.'],
    [3, 6, 'The payment waits until the first dues are collected.'],
    [4, 7, undefined],
    [6, 6, undefined],
  ] as const)(
    'of a member in status %s and of type %s waits as required',
    (invitationStatus, paymentTypeId, reason) => {
      expect(waitingReason({ paymentTypeId, periodId: '202611' }, { ...active, invitationStatus })).toBe(
        reason,
      );
    },
  );

  it('of a member who left before the first dues were collected is excluded', () => {
    const unpaid = { ...active, invitationStatus: 8, activatedOn: null, leavingOn: '2026-11-20' } as const;
    expect(waitingReason({ paymentTypeId: 7, periodId: '202611' }, unpaid)).toBe(
      'The member left before the first dues were collected, so nothing is reimbursed.',
    );
    const paid = { ...unpaid, activatedOn: '2026-09-01' };
    expect(waitingReason({ paymentTypeId: 7, periodId: '202611' }, paid)).toBeUndefined();
  });

  it('of a month without a day of membership is excluded, unless it is a reimbursement', () => {
    const gone = { ...active, leavingOn: '2026-11-01' };
    expect(waitingReason({ paymentTypeId: 6, periodId: '202611' }, gone)).toBe(
      'The membership was not active in this month, so no dues are owed.',
    );
    expect(waitingReason({ paymentTypeId: 7, periodId: '202611' }, gone)).toBeUndefined();
    expect(
      waitingReason(
        { paymentTypeId: 6, periodId: '202611' },
        { ...active, accountInvalidatedOn: '2026-11-02' },
      ),
    ).toBe('The bank rejected the account. The payment waits for new bank details.');
  });
});

describe('excluded payments', () => {
  const out = (name: string, amount: number, reason: string) => ({ memberId: null, name, amount, reason });

  it('are counted and summed by reason, most frequent first', () => {
    expect(
      waitingByReason([out('a', 1_00, 'held'), out('b', 2_00, 'no account'), out('c', 4_00, 'no account')]),
    ).toEqual([
      { reason: 'no account', count: 2, amount: 6_00 },
      { reason: 'held', count: 1, amount: 1_00 },
    ]);
  });

  it('include amounts over the bank’s entry limit, but not at the limit', () => {
    const choice = {
      accounts: new Map([['payee', account]]),
      members: new Map(),
      counterparts,
      lock: null,
      today: '2026-11-20',
      effectiveDate: '2026-11-24',
      at,
      mostOfEntry: 20_00,
    };
    const payments = [20_00, 20_01].map((amountToBeSent) =>
      somePayment({ payeeToken: 'payee', amountToBeSent }),
    );
    const { selected: lines, excluded } = selectPayments(payments, choice);
    expect(lines.map(({ payment }) => payment.amountToBeSent)).toEqual([20_00]);
    expect(excluded).toEqual([out('Partner 1', 20_01, 'The bank accepts at most $20.00 per payment.')]);
  });

  it('and included payments have the same summary for two parts as for the whole', () => {
    const line = (id: string, amountToBeSent: number) => ({
      payment: somePayment({ id, amountToBeSent }),
      account,
    });
    const lines = [line('A', 10_00), line('B', 30_00), line('C', 20_00)];
    const left = [out('x', 5_00, 'held'), out('y', 6_00, 'no account'), out('z', 7_00, 'held')];
    const last = new Map([
      ['B', { payeeToken: 'payee', series: '1-4', amount: 5_00, fingerprint: 'print', sentAt: at }],
      ['C', { payeeToken: 'payee', series: '1-4', amount: 20_00, fingerprint: 'other', sentAt: at }],
    ]);
    const whole = summaryOf(lines, left, last, 25_00);
    expect(whole).toMatchObject({
      paymentCount: 3,
      amount: 60_00,
      highestEntry: 30_00,
      counts: { newAccounts: 1, changedAccounts: 1, unusualAmounts: 1, changedNames: 0, shortenedNames: 0 },
      excludedCount: 3,
      waiting: [
        { reason: 'held', count: 2, amount: 12_00 },
        { reason: 'no account', count: 1, amount: 6_00 },
      ],
    });
    const parts = addSummaries(
      summaryOf(lines.slice(0, 2), left.slice(0, 1), last, 25_00),
      summaryOf(lines.slice(2), left.slice(1), last, 25_00),
    );
    expect(parts).toEqual(whole);
    const traces = new Map([['A', '091000020000001']]);
    expect(withTraces(whole, traces).lines.map(({ paymentId, trace }) => [paymentId, trace])).toContainEqual([
      'A',
      '091000020000001',
    ]);
  });
});

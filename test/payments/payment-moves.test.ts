import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import {
  initialStatuses,
  canMovePayment,
  isPaymentMove,
  canBecome,
  movePayment,
  type PaymentEvent,
} from '../../shared/payments/payment-moves.ts';
import {
  memberDues,
  paymentStatuses,
  type PaymentStatus,
  type Payment,
} from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sources } from '../architecture/sources.ts';
import { somePayment } from './some-payment.ts';
import { defined } from '../support/defined.ts';

const context = { at: '2026-12-01T06:00:00.000Z', trace: '091000010000001', code: 'R01' };

/** The result of each event for statuses 0 to 6; null is refused (decision 8). */
const table: [PaymentEvent, (PaymentStatus | null)[]][] = [
  ['submit', [2, null, null, null, null, null, null]],
  ['acknowledge', [null, null, 1, null, null, null, null]],
  ['settle', [null, 5, null, null, null, null, null]],
  ['returnPayment', [null, 3, 3, null, null, 3, null]],
  ['retry', [null, null, null, 2, null, null, null]],
  ['cancel', [4, null, null, 4, null, null, null]],
  ['markSentExternally', [6, null, null, 6, null, null, null]],
  ['reverse', [null, 4, 4, null, null, 4, null]],
  ['returnReversal', [null, null, null, null, 5, null, null]],
  ['payAgain', [null, null, null, null, 0, null, null]],
];
const dues = { kind: 'member', paymentTypeId: memberDues } as const;
const events = table
  .map(([event]) => event)
  .filter((event) => event !== 'payAgain' && event !== 'returnReversal');
const ids = paymentStatuses.map(({ id }) => id);

describe('the transition table', () => {
  it.each(table)('%s', (event, after) => {
    for (const status of ids) {
      const payment = somePayment({ ...dues, status });
      const expected = after[status];
      expect(canMovePayment(payment, event)).toBe(expected !== null);
      if (expected === null) {
        const name = defined(paymentStatuses.find(({ id }) => id === status)).name;
        expect(() => movePayment(payment, event, context)).toThrow(`This one is ${name}.`);
      } else
        expect(movePayment(payment, event, context)).toMatchObject({
          status: expected,
          statusAt: context.at,
        });
    }
  });

  it('changes a status only by its events', () => {
    for (const before of ids)
      for (const after of ids)
        expect([before, after, isPaymentMove(before, after)]).toEqual([
          before,
          after,
          before === after || table.some(([, row]) => row[before] === after),
        ]);
  });

  it('never leaves Canceled or Sent Externally, and records every attempt, for any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (walk) => {
        let payment: Payment = somePayment({});
        let [sent, returned] = [0, 0];
        for (const event of walk) {
          if (event === 'submit' || event === 'retry')
            payment = { ...payment, bankFileId: `file ${sent + 1}` };
          if (!canMovePayment(payment, event)) {
            expect(() => movePayment(payment, event, context)).toThrow(Refusal);
            if (payment.status === 0 || payment.status === 3) payment = { ...payment, bankFileId: null };
            continue;
          }
          expect([4, 6]).not.toContain(payment.status);
          const after = movePayment(payment, event, context);
          expect(() => paymentChange(payment, after)).not.toThrow();
          sent += event === 'submit' || event === 'retry' ? 1 : 0;
          returned += event === 'returnPayment' ? 1 : 0;
          payment = after;
          expect(payment.attempts.map(({ bankFileId }) => bankFileId)).toEqual(
            Array.from({ length: sent }, (_, index) => `file ${index + 1}`),
          );
          expect(payment.attempts.filter((attempt) => attempt.returned)).toHaveLength(returned);
          if (payment.status === 3) expect(payment.bankFileId).toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('pays canceled payments again only with an approval, except dues', () => {
    const canceledDues = somePayment({ ...dues, status: 4, bankFileId: 'reversed' });
    const pendingDues = movePayment(canceledDues, 'payAgain', context);
    expect(pendingDues).toMatchObject({ status: 0, bankFileId: null });
    expect(canBecome(canceledDues, pendingDues)).toBe(true);
    for (const other of [somePayment({ status: 4 }), somePayment({ ...dues, paymentTypeId: 7, status: 4 })]) {
      expect(() => movePayment(other, 'payAgain', context)).toThrow(
        'Only a canceled payment can be paid again.',
      );
      expect(canBecome({ ...other, totalPayment: 1 }, { ...other, totalPayment: 1, status: 0 })).toBe(false);
      const approved = { at: context.at, reason: 'x', requestedBy: 'a', approvedBy: 'b' };
      const again = { ...approved, replaces: { canceledAt: other.statusAt, trace: null } };
      const after = movePayment(other, 'payAgain', { at: context.at, again });
      expect(after).toMatchObject({ status: 0, bankFileId: null, paidAgain: again });
      expect(canBecome(other, after)).toBe(true);
    }
  });

  it('refuses manual decisions while a payment is in a file', () => {
    for (const status of [0, 3] as const)
      for (const event of ['cancel', 'markSentExternally'] as const) {
        const reserved = somePayment({ status, bankFileId: 'file' });
        expect(() => movePayment(reserved, event, context)).toThrow('This payment is in a bank file.');
        expect(movePayment({ ...reserved, bankFileId: null }, event, context).status).toBe(
          event === 'cancel' ? 4 : 6,
        );
      }
  });
});

describe('a status', () => {
  it('is stored only if an event or a generation results in it', () => {
    expect(() => paymentChange(somePayment({}), somePayment({ status: 5 }))).toThrow('no event');
    expect(() => paymentChange(somePayment({ status: 5 }), somePayment({}))).toThrow('no event');
    const note = somePayment({ kind: 'member', status: 4, totalPayment: 0, amountToBeSent: 0 });
    for (const status of initialStatuses) expect(canBecome(note, { ...note, status })).toBe(true);
    expect(canBecome(note, { ...note, status: 2 })).toBe(false);
    expect(canBecome({ ...note, totalPayment: 1 }, { ...note, status: 0 })).toBe(false);
  });

  it('is set only by the transition table, on creation, and for replaceable paychecks', () => {
    const set = /\bstatus: (?:pending|submitted|received|returned|canceled|completed|sentExternally)\b/;
    const setters = sources('shared', 'functions', 'infra')
      .filter(({ path }) => /payments|bank-files/.test(path))
      .filter(({ text }) => set.test(text))
      .map(({ path }) => path);
    expect(setters).toEqual([
      'functions/payments/generation/paycheck-summary.ts',
      'functions/payments/statuses/decide.ts',
      'shared/payments/due-payment.ts',
      'shared/payments/dues-paid-back.ts',
    ]);
  });
});

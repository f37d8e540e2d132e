import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balancesAfter,
  isSameBalance,
  textOfEntry,
  type LedgerEntry,
} from '../../shared/ledger/ledger-entry.ts';
import { balancesOf, isPosted, paymentSteps } from '../../shared/ledger/payment-steps.ts';
import { canMovePayment, movePayment, type PaymentEvent } from '../../shared/payments/payment-moves.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { defined } from '../support/defined.ts';

const at = '2026-11-20T15:00:00.000Z';
const born = somePayment({ id: 'P1', totalPayment: 100_00, amountToBeSent: 100_00, status: 0 });
const move = (payment: Payment, event: PaymentEvent): Payment =>
  movePayment(payment, event, { at, trace: null, code: 'R01' });
const namesOf = (before: Payment | null, after: Payment | null) =>
  paymentSteps(before, after).map(({ event, credit, debit, amount }) => [event, credit, debit, amount]);

describe('payment steps', () => {
  it('move the amount from owed to the account of the status', () => {
    expect(namesOf(null, born)).toEqual([['generated', 'owed', 'to send', 100_00]]);
    expect(namesOf(born, { ...born, amountToBeSent: 80_00 })).toEqual([
      ['corrected', 'to send', 'corrections', 20_00],
    ]);
    expect(namesOf({ ...born, amountToBeSent: 80_00 }, born)).toEqual([
      ['corrected', 'corrections', 'to send', 20_00],
    ]);
    expect(namesOf(born, move(born, 'submit'))).toEqual([['submitted', 'to send', 'submitted', 100_00]]);
    const sent = move(born, 'submit');
    expect(namesOf(sent, move(sent, 'reverse'))).toEqual([['reversed', 'submitted', 'canceled', 100_00]]);
    expect(namesOf({ ...born, amountToBeSent: 80_00 }, null)).toEqual([
      ['removed', 'corrections', 'to send', 20_00],
      ['removed', 'to send', 'owed', 100_00],
    ]);
  });

  it('are empty for payments of zero and for paycheck summaries', () => {
    const nothing = { ...born, totalPayment: 0, amountToBeSent: 0 };
    expect(namesOf(null, nothing)).toEqual([]);
    expect(namesOf(nothing, move(nothing, 'cancel'))).toEqual([]);
    expect(isPosted({ paymentTypeId: 8 })).toBe(false);
    expect(isPosted({ paymentTypeId: 7 })).toBe(true);
  });

  it('reconstruct a history with a return, a lower amount, and an accepted second attempt', () => {
    const back = move(move(born, 'submit'), 'returnPayment');
    const again = move(move({ ...back, amountToBeSent: 60_00 }, 'retry'), 'acknowledge');
    expect(namesOf(null, again)).toEqual([
      ['generated', 'owed', 'to send', 100_00],
      ['submitted', 'to send', 'submitted', 100_00],
      ['returned', 'submitted', 'returned', 100_00],
      ['corrected', 'returned', 'corrections', 40_00],
      ['retried', 'returned', 'submitted', 60_00],
      ['acknowledged', 'submitted', 'received', 60_00],
    ]);
  });

  const act = fc.oneof(
    fc.constantFrom<PaymentEvent>(
      'submit',
      'acknowledge',
      'settle',
      'returnPayment',
      'retry',
      'cancel',
      'markSentExternally',
      'reverse',
    ),
    fc.integer({ min: 0, max: 100_00 }),
  );

  it('result in the balances of the payment after any history, incrementally or in one step, and in zero after deletion', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 15 }), (acts) => {
        let now: Payment = born;
        let balances = balancesAfter({}, paymentSteps(null, born));
        for (const item of acts) {
          if (typeof item === 'number' && now.status !== 0 && now.status !== 3) continue;
          if (typeof item !== 'number' && !canMovePayment(now, item)) continue;
          const next: Payment = typeof item === 'number' ? { ...now, amountToBeSent: item } : move(now, item);
          balances = balancesAfter(balances, paymentSteps(now, next));
          now = next;
          expect(isSameBalance(balances, balancesOf(now))).toBe(true);
          expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
        }
        expect(isSameBalance(balancesAfter({}, paymentSteps(null, now)), balances)).toBe(true);
        expect(balancesAfter(balances, paymentSteps(now, null))).toEqual({});
      }),
      { numRuns: 500 },
    );
  });
});

it('includes every field in the text of an entry', () => {
  const entry: LedgerEntry = {
    paymentId: 'P1',
    payee: 'Company',
    partnerId: '1',
    periodId: '202610',
    paymentTypeId: 4,
    life: 'L',
    sequence: 1,
    at,
    steps: [{ event: 'generated', credit: 'owed', debit: 'to send', amount: 100 }],
    balances: { owed: -100, 'to send': 100 },
    previousHash: 'a',
    hash: 'h',
  };
  const [step] = entry.steps;
  const changes: Partial<LedgerEntry>[] = [
    { paymentId: 'P2' },
    { payee: 'Companz' },
    { partnerId: '2' },
    { periodId: '202611' },
    { paymentTypeId: 5 },
    { life: 'M' },
    { sequence: 2 },
    { at: '2026-11-20T15:00:00.001Z' },
    { steps: [{ ...defined(step), amount: 101 }] },
    { steps: [{ ...defined(step), credit: 'canceled' }] },
    { steps: [{ ...defined(step), debit: 'returned' }] },
    { steps: [{ ...defined(step), event: 'returned' }] },
    { balances: { owed: -100, 'to send': 101 } },
    { previousHash: 'b' },
  ];
  const texts = new Set([entry, ...changes.map((change) => ({ ...entry, ...change }))].map(textOfEntry));
  expect(texts.size).toBe(changes.length + 1);
  expect(textOfEntry({ ...entry, balances: { 'to send': 100, owed: -100 } })).toBe(textOfEntry(entry));
});

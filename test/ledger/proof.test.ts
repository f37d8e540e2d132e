import { describe, expect, it } from 'vitest';
import {
  addBalances,
  balances,
  balancesAfter,
  isSameBalance,
  ledgerAccounts,
  ledgerEntry,
  textOfEntry,
  withoutZeros,
  type LedgerEntry,
} from '../../shared/ledger/ledger-entry.ts';
import {
  addSums,
  amountsOnWire,
  beginProof,
  endProof,
  findingRow,
  groupProof,
  noSums,
  proofState,
  proveEntry,
  provePayment,
  type ProofState,
} from '../../shared/ledger/proof.ts';
import { balancesOf, paymentSteps } from '../../shared/ledger/payment-steps.ts';
import { ledgerSeal, monthsToSeal } from '../../shared/ledger/seal.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { defined } from '../support/defined.ts';

const at = '2026-11-20T15:00:00.000Z';
const hashOf = (entry: LedgerEntry) => `hash of ${entry.paymentId} ${entry.life} ${entry.sequence}`;
const entryOf = (overrides: Partial<LedgerEntry> = {}): LedgerEntry => {
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
    previousHash: '',
    hash: '',
    ...overrides,
  };
  return { ...entry, hash: overrides.hash ?? hashOf(entry) };
};
const first = entryOf();
const second = entryOf({
  sequence: 2,
  steps: [{ event: 'submitted', credit: 'to send', debit: 'submitted', amount: 100 }],
  balances: { owed: -100, submitted: 100 },
  previousHash: first.hash,
});
function saidOf(...entries: LedgerEntry[]): string[] {
  const state = beginProof();
  for (const entry of entries) proveEntry(state, entry, hashOf(entry));
  return state.findings.map(({ problem }) => problem);
}

describe('entries', () => {
  it('of a complete chain have no findings and are counted with their amounts', () => {
    const state = beginProof();
    const events = ['submitted', 'returned', 'retried', 'acknowledged', 'settled'] as const;
    let last = first;
    proveEntry(state, first, first.hash);
    for (const [index, event] of events.entries()) {
      const next = entryOf({
        sequence: index + 2,
        steps: [{ event, credit: 'to send', debit: 'to send', amount: 10 ** index }],
        previousHash: last.hash,
      });
      expect(proveEntry(state, next, next.hash)).toBeNull();
      last = next;
    }
    expect(state).toMatchObject({ entries: 6, findings: [], findingCount: 0, open: last });
    expect(state.sums).toEqual({
      ...noSums,
      sent: 1,
      returned: 10,
      retried: 100,
      acknowledged: 1000,
      settled: 10_000,
    });
  });

  it('return the last entry of a payment when another payment begins', () => {
    const state = beginProof();
    const other = entryOf({ paymentId: 'P2' });
    expect(proveEntry(state, first, first.hash)).toBeNull();
    expect(proveEntry(state, second, second.hash)).toBeNull();
    expect(proveEntry(state, other, other.hash)).toBe(second);
    expect(state.open).toBe(other);
    expect(state.findings).toEqual([]);
  });

  it('report what is wrong with them', () => {
    expect(saidOf(entryOf({ hash: 'another' }))).toEqual(['Entry 1 was changed after it was written.']);
    expect(saidOf(first, { ...second, sequence: 3, hash: 'hash of P1 L 3' })).toEqual([
      'An entry before entry 3 is missing.',
    ]);
    expect(saidOf(second)).toContain('An entry before entry 2 is missing.');
    expect(saidOf(entryOf({ paymentId: 'P0' }), second)).toContain('An entry before entry 2 is missing.');
    expect(saidOf(first, { ...second, previousHash: 'of another' })).toEqual([
      'Entry 2 does not continue the previous entry.',
    ]);
    expect(saidOf(entryOf({ previousHash: 'of another' }))).toEqual([
      'Entry 1 does not continue the previous entry.',
    ]);
    expect(saidOf(entryOf({ balances: { owed: -100, 'to send': 99 } }))).toEqual([
      'The steps of entry 1 do not result in its balance.',
    ]);
    expect(saidOf(first, { ...second, balances: first.balances })).toEqual([
      'The steps of entry 2 do not result in its balance.',
    ]);
  });

  it('of a later life start again after the earlier life ended with zero', () => {
    const ended = entryOf({
      sequence: 2,
      steps: [{ event: 'removed', credit: 'to send', debit: 'owed', amount: 100 }],
      balances: {},
      previousHash: first.hash,
    });
    const again = entryOf({ life: 'M' });
    expect(saidOf(first, ended, again)).toEqual([]);
    expect(saidOf(first, again)).toEqual([
      'The payment was created again before the entries of its earlier life were reversed.',
    ]);
    expect(saidOf(first, entryOf({ paymentId: 'P2' }))).toEqual([]);
  });

  it('with findings are listed up to twenty, with payment and payee, and all are counted', () => {
    const state = beginProof();
    for (let index = 0; index < 25; index++)
      proveEntry(state, entryOf({ paymentId: `P${index}`, payee: `Company ${index}` }), 'wrong');
    expect(state.findings).toHaveLength(20);
    expect(state.findingCount).toBe(25);
    expect(state.findings[7]).toEqual({
      paymentId: 'P7',
      payee: 'Company 7',
      problem: 'Entry 1 was changed after it was written.',
      amount: 0,
    });
  });
});

const stored = somePayment({
  id: 'P1',
  totalPayment: 100,
  amountToBeSent: 100,
  partnerName: 'Company of the payment',
  ledger: { life: first.life, sequence: first.sequence, hash: first.hash },
});
const proved = (
  ...values: Parameters<typeof provePayment> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const state = beginProof();
  provePayment(state, ...values);
  return state;
};

describe('payment', () => {
  it('is counted with its balance when it matches its entries', () => {
    expect(proved(first, stored)).toEqual({ ...beginProof(), payments: 1, balances: first.balances });
  });

  it('is reported with the largest difference when it does not match', () => {
    const state = proved(first, { ...stored, totalPayment: 130, amountToBeSent: 90 });
    expect(state).toMatchObject({
      sums: { unexplained: 40 },
      findings: [
        { paymentId: 'P1', payee: 'Company', problem: 'The payment and its entries differ.', amount: 40 },
      ],
      balances: first.balances,
    });
    expect(proved(first, { ...stored, amountToBeSent: 101 }).sums.unexplained).toBe(1);
  });

  it('is reported without an amount when its last entry is missing or belongs to another life', () => {
    for (const ledger of [
      { ...defined(stored.ledger), hash: 'of a later entry' },
      { ...defined(stored.ledger), life: 'another' },
    ])
      expect(proved(first, { ...stored, ledger })).toMatchObject({
        findings: [{ paymentId: 'P1', problem: 'The last entry of this payment is missing.', amount: 0 }],
        findingCount: 1,
        sums: { unexplained: 0 },
      });
    // a payment from before the ledger has no tail
    expect(proved(first, { ...stored, ledger: undefined }).findings).toEqual([]);
  });

  it('is reported by payee when it has no entry, and by payment ID for members', () => {
    expect(proved(null, stored).findings).toMatchObject([{ payee: 'Company of the payment', amount: 100 }]);
    const dues = somePayment({ id: 'M1', kind: 'member', totalPayment: 5, amountToBeSent: 5 });
    expect(proved(null, dues).findings).toMatchObject([{ paymentId: 'M1', payee: 'M1', amount: 5 }]);
    expect(proved(null, { ...stored, totalPayment: 0, amountToBeSent: 0, ledger: undefined })).toEqual({
      ...beginProof(),
      payments: 1,
    });
  });

  it('is reported when its attempts and returns are inconsistent', () => {
    const sent = { bankFileId: 'F', trace: '1', at, amount: 100, returned: null };
    const back = (code: string) => ({ ...sent, returned: { at, code } });
    const again = { ...sent, trace: '2' };
    const problemOf = (status: Payment['status'], attempts: Payment['attempts'], paymentTypeId = 4) => {
      const payment = { ...stored, status, attempts, paymentTypeId, ledger: undefined };
      const tail = { ...first, balances: balancesOf(payment) };
      return proved(tail, payment).findings.map(({ problem }) => problem);
    };
    expect(problemOf(3, [sent])).toEqual(['It is returned, but no return belongs to its last attempt.']);
    expect(problemOf(5, [back('R01')])).toEqual(['Its last attempt was returned, but it counts as sent.']);
    expect(problemOf(2, [back('R01'), sent])).toEqual([
      'Two of its attempts have the same trace number, so a return cannot be assigned to one of them.',
    ]);
    for (const code of ['R05', 'R07', 'R10', 'R29'])
      expect(problemOf(2, [back(code), again])).toEqual([
        `It was withdrawn again after the bank returned it as not authorized (${code}).`,
      ]);
    for (const code of ['R01', 'R11']) expect(problemOf(2, [back(code), again])).toEqual([]);
    expect(problemOf(3, [back('R10')])).toEqual([]);
    // a deposit needs no authorization
    expect(problemOf(2, [back('R10'), again], 3)).toEqual([]);
  });

  it('has no findings after deletion when its entries total zero', () => {
    expect(proved({ ...first, balances: {} }, undefined)).toEqual(beginProof());
    expect(proved(first, undefined)).toMatchObject({ payments: 0, sums: { unexplained: 100 } });
    expect(proved(null, undefined)).toEqual(beginProof());
    // paycheck summaries are not posted
    expect(proved(null, { ...stored, paymentTypeId: 8 })).toEqual(beginProof());
  });

  it('is added to earlier totals', () => {
    const state = beginProof();
    provePayment(state, first, stored);
    provePayment(state, { ...first, paymentId: 'P2' }, { ...stored, id: 'P2' });
    expect(state).toMatchObject({ payments: 2, balances: { owed: -200, 'to send': 200 } });
  });
});

it('totals a group by ledger account', () => {
  const state: ProofState = {
    ...beginProof(),
    sums: { ...noSums, sent: 1, unexplained: 2 },
    payments: 3,
    entries: 4,
    findingCount: 5,
    findings: [{ paymentId: 'P1', payee: 'C', problem: 'p', amount: 6 }],
    balances: {
      owed: -1_111_111,
      corrections: 1,
      'to send': 10,
      submitted: 100,
      received: 1000,
      returned: 10_000,
      completed: 1_000_000,
      canceled: 100_000,
      external: 0,
    },
  };
  const whole = endProof(state);
  expect(whole).toEqual({
    ...noSums,
    sent: 1,
    unexplained: 2,
    payments: 3,
    entries: 4,
    owed: 1_111_111,
    corrected: 1,
    toSend: 10,
    outstanding: 11_110,
    canceled: 100_000,
    external: 0,
    balances: state.balances,
    findings: state.findings,
    findingCount: 5,
  });
  expect(endProof({ ...state, balances: { external: 7 } })).toMatchObject({ external: 7, owed: 0 });
  expect(proofState.parse({ ...state, open: first })).toEqual({ ...state, open: first });
  const remaining = { ...whole, partnerId: '1', partnerName: 'One', paymentTypeId: 4 };
  expect(groupProof.parse(remaining)).toEqual(remaining);
});

it('adds each total separately and encodes dollars on the wire', () => {
  const names = Object.keys(noSums) as (keyof typeof noSums)[];
  expect(names).toEqual([
    'owed',
    'corrected',
    'sent',
    'acknowledged',
    'returned',
    'retried',
    'settled',
    'toSend',
    'outstanding',
    'canceled',
    'external',
    'unexplained',
  ]);
  for (const name of names)
    expect(addSums({ ...noSums, [name]: 3 }, { ...noSums, [name]: 4 })).toEqual({ ...noSums, [name]: 7 });
  expect(Object.keys(amountsOnWire)).toEqual(names);
  expect(amountsOnWire.owed.encode(-1234)).toBe(-12.34);
  expect(findingRow.encode({ paymentId: 'P', payee: 'C', problem: 'p', amount: 1234 }).amount).toBe(12.34);
});

describe('balances', () => {
  it('change by steps, omit zeros, and have a fixed order', () => {
    const after = balancesAfter({ owed: -5, 'to send': 5 }, [
      { event: 'submitted', credit: 'to send', debit: 'submitted', amount: 5 },
      { event: 'corrected', credit: 'submitted', debit: 'corrections', amount: 2 },
    ]);
    expect(after).toEqual({ owed: -5, corrections: 2, submitted: 3 });
    expect(Object.keys(withoutZeros({ external: 1, submitted: 0, owed: -1 }))).toEqual(['owed', 'external']);
    expect(addBalances({ owed: -1, 'to send': 1 }, { 'to send': -1, returned: 2 })).toEqual({
      owed: -1,
      returned: 2,
    });
    expect(addBalances({ canceled: 2 }, { canceled: 3 })).toEqual({ canceled: 5 });
  });

  it('are equal when every account has the same amount', () => {
    expect(isSameBalance({ owed: 0 }, {})).toBe(true);
    expect(isSameBalance({}, { owed: 0 })).toBe(true);
    for (const { id } of ledgerAccounts) {
      expect(isSameBalance({ [id]: 1 }, {})).toBe(false);
      expect(isSameBalance({}, { [id]: 1 })).toBe(false);
      expect(isSameBalance({ [id]: 1, owed: 1 }, { [id]: 1, owed: 1 })).toBe(true);
    }
  });

  it('accept only known accounts and positive steps', () => {
    expect(ledgerAccounts.map(({ id, name }) => [id, name])).toEqual([
      ['owed', 'Owed'],
      ['corrections', 'Corrections'],
      ['to send', 'To send'],
      ['submitted', 'Submitted'],
      ['received', 'Received by the bank'],
      ['returned', 'Returned'],
      ['completed', 'Completed'],
      ['canceled', 'Canceled'],
      ['external', 'Sent externally'],
    ]);
    expect(balances.safeParse({ elsewhere: 1 }).success).toBe(false);
    expect(ledgerEntry.parse(second)).toEqual(second);
    for (const amount of [0, -1, 0.5])
      expect(ledgerEntry.safeParse({ ...first, steps: [{ ...first.steps[0], amount }] }).success).toBe(false);
    for (const event of ['generated', 'removed', 'corrected', 'submitted', 'retried', 'acknowledged'])
      expect(ledgerEntry.safeParse({ ...first, steps: [{ ...first.steps[0], event }] }).success).toBe(true);
    for (const event of ['settled', 'returned', 'canceled', 'sent externally', 'reversed'])
      expect(ledgerEntry.safeParse({ ...first, steps: [{ ...first.steps[0], event }] }).success).toBe(true);
  });

  it('match the status of a payment', () => {
    const where = ['to send', 'received', 'submitted', 'returned', 'canceled', 'completed', 'external'];
    for (const [status, account] of where.entries())
      expect(balancesOf({ ...stored, status: status as 0, amountToBeSent: 80 })).toEqual({
        owed: -100,
        corrections: 20,
        [account]: 80,
      });
  });

  it('change by the fewest events', () => {
    const names = (from: number, to: number) =>
      paymentSteps({ ...stored, status: from as 0 }, { ...stored, status: to as 0 }).map(
        ({ event }) => event,
      );
    expect(names(3, 2)).toEqual(['retried']);
    for (const from of [2, 1, 5]) expect(names(from, 3)).toEqual(['returned']);
    for (const from of [2, 1, 5]) expect(names(from, 4)).toEqual(['reversed']);
    for (const from of [0, 3, 6]) expect(names(from, 4)).toEqual(['canceled']);
    for (const from of [0, 3, 4]) expect(names(from, 6)).toEqual(['sent externally']);
    for (const from of [4, 6]) expect(names(from, 0)).toEqual(['generated']);
    expect(names(4, 5)).toEqual(['reversal returned']);
    // the reversal of a payment that was to be paid again came back
    expect(names(0, 5)).toEqual(['canceled', 'reversal returned']);
    expect(names(0, 0)).toEqual([]);
    expect(() => names(5, 0)).not.toThrow();
  });
});

it('writes the fields of an entry in a fixed order', () => {
  expect(textOfEntry(first)).toBe(
    '["P1","Company","1","202610",4,"L",1,"2026-11-20T15:00:00.000Z",[["generated","owed","to send",100]],[-100,0,100,0,0,0,0,0,0],""]',
  );
});

describe('months', () => {
  const sealed =
    (...months: string[]) =>
    (month: string) =>
      months.includes(month);
  it('are sealed after they have been over for a whole day', () => {
    expect(monthsToSeal('202610', sealed(), '2026-11-01')).toEqual([]);
    expect(monthsToSeal('202610', sealed(), '2026-11-02')).toEqual(['202610']);
    expect(monthsToSeal('202610', sealed('202611'), '2027-01-02')).toEqual(['202610', '202612']);
    expect(monthsToSeal('202802', sealed(), '2028-03-01')).toEqual([]);
    expect(monthsToSeal('202802', sealed(), '2028-03-02')).toEqual(['202802']);
    expect(monthsToSeal('202612', sealed(), '2026-11-20')).toEqual([]);
  });

  it('have one seal', () => {
    const seal = { periodId: '202610', hash: 'h', entries: 3, sealedAt: at, version: 1 };
    expect(ledgerSeal.parse(seal)).toEqual(seal);
    expect(ledgerSeal.safeParse({ ...seal, entries: 0.5 }).success).toBe(false);
  });
});

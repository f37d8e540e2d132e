import { payeeNameOf, type PaymentAttempt } from '../../shared/payments/payment.ts';
import { describe, expect, it } from 'vitest';
import {
  nextPhase,
  type BankFile,
  type BankFileStatus,
  isSameReversal,
  lastReversalDate,
  reversalDate,
  reversalError,
  reversingEntry,
} from '../../shared/bank-files/bank-file.ts';
import { bankFlowOfOwner, bankFlows, bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import {
  bankFlowOf,
  memberIdOf,
  notesOf,
  payeeNumberOf,
  payeesOf,
  runFilterOf,
  seriesOf,
  type LastSent,
  type RunFilter,
} from '../../shared/bank-files/bank-run.ts';
import { missedCutoff } from '../../shared/bank-files/effective-date.ts';
import { limitReason } from '../../shared/bank-files/bank-settings.ts';
import { meaningOfCode } from '../../shared/bank-files/nacha/format.ts';
import { isRetry, mayRetry, resendError } from '../../shared/bank-files/resend.ts';
import { returnEffect, waitsForPerson } from '../../shared/bank-files/return-effect.ts';
import {
  isSameFilter,
  changedReason,
  expiredReason,
  type PlannedPayment,
  type RunPlan,
} from '../../shared/bank-files/run-plan.ts';
import { somePayment } from '../payments/some-payment.ts';
import { settings } from './bank-fixtures.ts';

const today = '2026-11-20';
const attempt = (change: Partial<PaymentAttempt> = {}, code: string | null = 'R01'): PaymentAttempt => ({
  bankFileId: 'f',
  trace: 't',
  at: '2026-11-02T15:00:00.000Z',
  amount: 100_00,
  returned: { at: '2026-11-04T15:00:00.000Z', code },
  ...change,
});
const returnedWith = (code: string | null, change: object = {}) =>
  somePayment({ status: 3, attempts: [attempt({}, code)], ...change });

describe('the next step of a run', () => {
  const files = (...statuses: BankFileStatus[]) => statuses.map((status) => ({ status }) as BankFile);
  it.each<[BankFileStatus[], string | null, number]>([
    [['ready', 'reserved', 'reserving', 'canceling'], 'cancel', 3],
    [['ready', 'reserved', 'reserving'], 'reserve', 2],
    [['ready', 'reserved'], 'build', 1],
    [['submitted', 'ready', 'sending'], 'attempt', 1],
    [['sending', 'ready'], 'deliver', 0],
    [['unknown', 'ready'], 'deliver', 0],
    [['submitted', 'delivered', 'ready'], 'submit', 1],
    [['submitted', 'acknowledged', 'settled', 'canceled'], null, 0],
    [[], null, 0],
  ])('for %j files is %s', (statuses, phase, index) => {
    const all = files(...statuses);
    expect(nextPhase(all)).toEqual(phase === null ? null : { phase, file: all[index] });
  });
});

describe('a return', () => {
  const other =
    'The payee has changed accounts, so the new account is not held. The payment will be in the next run.';
  const effect = (code: string, isSame = true, attempts = [attempt()]) =>
    returnEffect(code, attempts, isSame, today);
  const quiet = { status: 'applied', invalidatesAccount: false, isOurError: false, deadline: null };

  it('that cannot be corrected names no deadline for a correction', () => {
    const { reason, deadline } = returnEffect('R11', [attempt()], true, today, { isOfMember: true });
    expect([reason, deadline]).toEqual([expect.stringContaining('cannot be corrected'), null]);
    expect(effect('R11').deadline).not.toBeNull();
  });

  it('for insufficient funds is retried up to the limit', () => {
    expect(effect('R01')).toEqual({
      ...quiet,
      reason: 'Insufficient funds. The payment will be retried in the next run (attempt 2).',
    });
    expect(effect('R01', true, [attempt(), attempt(), attempt()])).toEqual({
      ...quiet,
      invalidatesAccount: true,
      reason: 'Insufficient funds. Maximum retries reached. The payment waits for new bank details.',
    });
    expect(effect('R09', false)).toEqual({ ...quiet, reason: `Uncollected funds. ${other}` });
  });

  it('of an unusable account holds the account, unless it was replaced', () => {
    expect(effect('R02')).toEqual({
      ...quiet,
      invalidatesAccount: true,
      reason: 'Account closed. The payment waits for new bank details.',
    });
    expect(effect('R02', false)).toEqual({ ...quiet, reason: `Account closed. ${other}` });
  });

  it('that needs a decision opens a case with a deadline', () => {
    const frozen =
      'The payment is frozen. Nothing is withdrawn until there is a new authorization or account.';
    const correctable =
      'Correct the amount and send the payment again by the deadline. Nothing else is withdrawn before that or a new authorization.';
    expect(effect('R10')).toEqual({
      ...quiet,
      status: 'case',
      reason: `Originator unknown or not authorized. ${frozen}`,
    });
    expect(effect('R11')).toEqual({
      ...quiet,
      status: 'case',
      deadline: '2027-01-19',
      reason: `Entry not as authorized. ${correctable}`,
    });
    expect(effect('R24')).toEqual({
      ...quiet,
      status: 'case',
      isOurError: true,
      deadline: '2026-11-30',
      reason: 'Duplicate entry. Our file was wrong. Have the technical team check it before the next run.',
    });
    expect(effect('R08')).toEqual({
      ...quiet,
      status: 'case',
      reason: 'Payment stopped. The payment is stopped. Agree on a resolution with the payee.',
    });
  });

  it('that requires agreement waits until the deadline of the rules', () => {
    const todo = 'Resolve it with the bank, then assign it to mark the payment as returned, or dismiss it.';
    expect(waitsForPerson('R01', today)).toBeUndefined();
    expect(waitsForPerson('R06', today)).toEqual({
      reason: `Returned at the request of our bank. ${todo}`,
      deadline: '2026-11-30',
    });
    expect(waitsForPerson('R31', today)?.deadline).toBe('2026-11-30');
    expect(waitsForPerson('R61', today)?.deadline).toBe('2026-11-24');
    expect(waitsForPerson('R99', today)).toEqual({
      reason: `Unknown to the portal. ${todo}`,
      deadline: null,
    });
  });
});

describe('a returned payment', () => {
  const context = { today, account: { changedAt: '2026-11-01T00:00:00.000Z' } };
  const since = { today, account: { changedAt: '2026-11-10T00:00:00.000Z' } };
  const byHand = 'Cancel it, or mark it as Sent Externally.';

  it('is a retry if unchanged, and a new entry after a correction', () => {
    expect(isRetry(returnedWith('R01'))).toBe(true);
    expect(isRetry(returnedWith('R01', { amountToBeSent: 99_00 }))).toBe(false);
    // canceled dues that are collected again
    expect(isRetry(returnedWith('R01', { status: 0 }))).toBe(true);
    expect(isRetry(somePayment({ status: 3 }))).toBe(false);
  });

  it('is retried at most twice, within 180 days of the first attempt', () => {
    expect(mayRetry({ attempts: [] }, today)).toBe(false);
    expect(mayRetry({ attempts: [attempt(), attempt()] }, today)).toBe(true);
    expect(mayRetry({ attempts: [attempt(), attempt(), attempt()] }, today)).toBe(false);
    expect(mayRetry({ attempts: [attempt()] }, '2027-05-01')).toBe(true);
    expect(mayRetry({ attempts: [attempt()] }, '2027-05-02')).toBe(false);
    const corrected = [attempt({ amount: 1 }), attempt({ amount: 1 }), attempt(), attempt()];
    expect(mayRetry({ attempts: corrected }, today)).toBe(true);
  });

  it.each([
    [null, {}, `Returned by the bank. ${byHand}`],
    ['R10', {}, `Returned by the bank (R10, originator unknown or not authorized). ${byHand}`],
    [
      'R11',
      {},
      'Returned by the bank (R11, entry not as authorized). Correct the amount to send it again by 01/03/2027, or wait for a new authorization.',
    ],
    ['R11', { amountToBeSent: 99_00 }, undefined],
    [
      'R11',
      { kind: 'member' },
      'Returned by the bank (R11, entry not as authorized). Waiting for a new authorization. You can cancel the payment, or mark it as Sent Externally.',
    ],
    ['R08', {}, `Returned by the bank (R08, payment stopped). ${byHand}`],
    ['R99', {}, `Returned by the bank (R99, unknown to the portal). ${byHand}`],
    ['R24', {}, `Returned by the bank (R24, duplicate entry). ${byHand}`],
    ['R02', {}, 'Returned by the bank (R02, account closed). Waiting for new bank details.'],
    [
      'R01',
      { attempts: [attempt(), attempt(), attempt()] },
      'Returned by the bank (R01, insufficient funds). Maximum retries reached. Waiting for new bank details.',
    ],
    ['R01', {}, undefined],
  ])('with %s and %j: %s', (code, change, message) => {
    expect(resendError(returnedWith(code, change), context)).toBe(message);
  });

  it('is sent again with another account or amount', () => {
    const often = returnedWith('R01', { attempts: [attempt(), attempt(), attempt()] });
    expect(resendError(returnedWith('R02'), since)).toBeUndefined();
    expect(resendError(returnedWith('R02'), { today, account: undefined })).toContain('new bank details');
    expect(resendError(often, since)).toBeUndefined();
    expect(resendError({ ...often, amountToBeSent: 1 }, context)).toBeUndefined();
    expect(resendError(somePayment({ status: 3 }), since)).toBe(`Returned by the bank. ${byHand}`);
  });
});

describe('a reversal', () => {
  const file = { status: 'submitted', effectiveDate: '2026-11-20' } as const;
  it('requires a sent file of payments, and is possible for five banking days', () => {
    expect(lastReversalDate('2026-11-20')).toBe('2026-11-30');
    expect(reversalError(file, '2026-11-30')).toBeUndefined();
    for (const status of ['acknowledged', 'settled'] as const)
      expect(reversalError({ ...file, status, purpose: 'payments' }, '2026-11-30')).toBeUndefined();
    expect(reversalError(file, '2026-12-01')).toBe(
      'More than five banking days have passed since this file settled. Contact the payee or the bank instead.',
    );
    expect(reversalError({ ...file, purpose: 'prenotes' }, '2026-11-30')).toBe(
      'Only a file of payments can be reversed.',
    );
    expect(reversalError({ ...file, status: 'ready' }, '2026-11-30')).toBe(
      'This file was not sent. There is nothing to reverse.',
    );
  });

  it('settles after the longer of both notice periods', () => {
    const now = new Date('2026-11-20T15:00:00Z');
    expect(reversalDate({ cutOff: '16:30', debitLeadDays: 1, creditLeadDays: 2 }, now)).toBe('2026-11-24');
    expect(reversalDate({ cutOff: '16:30', debitLeadDays: 1, creditLeadDays: 1 }, now)).toBe('2026-11-23');
  });

  it('reverses an entry in the other direction, to the same account', () => {
    const sent = {
      line: 3,
      transactionCode: 27,
      direction: 'debit' as const,
      routingNumber: '231380104',
      accountNumber: '12345678 ',
      amount: 5,
      id: 'P1 ',
      name: 'Ada  ',
      discretionaryData: 'R ',
      trace: 'old',
      remittances: ['x'],
      otherAddenda: [],
    };
    expect(reversingEntry(sent, 'new')).toEqual({
      transactionCode: 22,
      routingNumber: '231380104',
      accountNumber: '12345678',
      amount: 5,
      id: 'P1',
      name: 'Ada',
      discretionaryData: 'R',
      trace: 'new',
      addenda: [],
    });
    expect(reversingEntry({ ...sent, transactionCode: 32, direction: 'credit' }, 'new').transactionCode).toBe(
      37,
    );
  });

  it('is equal for the same entries and reason', () => {
    const sentReversal = { reason: 'amount', traces: ['1', '2'] } as const;
    const otherReversal = { ...sentReversal, traces: [...sentReversal.traces] };
    expect(isSameReversal(otherReversal, { ...otherReversal, traces: ['2', '1'] })).toBe(true);
    expect(isSameReversal(otherReversal, { ...otherReversal, reason: 'date' })).toBe(false);
    expect(isSameReversal(otherReversal, { ...otherReversal, traces: ['1'] })).toBe(false);
    expect(isSameReversal(otherReversal, { ...otherReversal, traces: null })).toBe(false);
    expect(isSameReversal({ ...otherReversal, traces: null }, { ...otherReversal, traces: null })).toBe(true);
  });
});

describe('a run', () => {
  const filter: RunFilter = {
    flow: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '1',
    periodId: '202611',
  };
  it('is equal only for the same payments', () => {
    expect(isSameFilter(filter, { ...filter })).toBe(true);
    for (const other of [
      { flow: 'partner' },
      { programPaymentTypeId: 3 },
      { paymentTypeId: 7 },
      { partnerId: 'all' },
      { periodId: '202612' },
    ] as Partial<RunFilter>[])
      expect(isSameFilter(filter, { ...filter, ...other })).toBe(false);
  });

  it('has the flow of its payments, and no others', () => {
    const { flow, ...request } = filter;
    expect(runFilterOf(flow, request)).toEqual(filter);
    expect(
      runFilterOf('facility', { programPaymentTypeId: 1, partnerId: 'all', periodId: '202611' }),
    ).toMatchObject({ flow: 'facility', paymentTypeId: 3 });
    expect(
      bankFlows.map((name) => [
        name,
        bankFlowOf({
          ...filter,
          flow: bankFlowTable[name].kind,
          paymentTypeId: bankFlowTable[name].paymentTypeIds[0],
        }),
      ]),
    ).toEqual(bankFlows.map((name) => [name, name]));
    expect(() => bankFlowOf({ ...filter, paymentTypeId: 4 })).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: 'There are no payments of this type to send.',
        field: 'paymentTypeId',
      }),
    );
    expect((['partner', 'facility', 'member'] as const).map(bankFlowOfOwner)).toEqual([
      'partnerWithdrawal',
      'facilityDeposit',
      'memberDues',
    ]);
  });

  const plan = { createdOn: today, effectiveDate: '2026-11-24' } as RunPlan;
  const moment = { today, effectiveDate: '2026-11-24' };
  it('after its preview is checked for the day and the cutoff', () => {
    expect(expiredReason(plan, moment)).toBeUndefined();
    expect(expiredReason(plan, { ...moment, today: '2026-11-21' })).toBe('The preview is from another day.');
    expect(expiredReason(plan, { ...moment, effectiveDate: '2026-11-25' })).toBe(
      "Today's cutoff has passed.",
    );
  });

  it('after its preview reports later changes', () => {
    const payment = somePayment({ version: 2 });
    const account = {
      payeeToken: 'q',
      fingerprint: 'f',
      lastFour: '6789',
      nameOnAccount: 'Ada',
      changedAt: '',
      version: 5,
    };
    const line: PlannedPayment = {
      paymentId: payment.id,
      paymentVersion: 2,
      payeeToken: 'q',
      accountVersion: 5,
      trace: 't',
      name: 'Ada',
      lastFour: '6789',
      amount: 100_00,
      entryDigest: 'd',
    };
    const now = { payment, account };
    expect(changedReason([line], [now])).toBeUndefined();
    expect(changedReason([line], [])).toBe('The payment for Ada can no longer be sent.');
    expect(changedReason([], [now])).toBe('Another payment is now ready to send.');
    expect(changedReason([{ ...line, amount: 1 }], [now])).toBe('The amount for Ada changed.');
    expect(changedReason([{ ...line, payeeToken: 'r' }], [now])).toBe('The bank account of Ada changed.');
    expect(changedReason([{ ...line, accountVersion: 4 }], [now])).toBe('The bank account of Ada changed.');
    expect(changedReason([{ ...line, paymentVersion: 1 }], [now])).toBe('The payment for Ada changed.');
  });

  it('names the payee or payer', () => {
    const all = [
      somePayment({}),
      somePayment({ kind: 'facility' }),
      somePayment({ kind: 'member' }),
      somePayment({ kind: 'member', facilityNumber: null }),
    ];
    expect(
      all.map((otherReversal) => [
        payeeNameOf(otherReversal),
        payeeNumberOf(otherReversal),
        memberIdOf(otherReversal),
        payeesOf(otherReversal.kind),
        seriesOf(otherReversal),
      ]),
    ).toEqual([
      ['Partner 1', 'PRT-1', null, 'partners', '1-4'],
      ['Club 5001', '5001', null, 'clubs', '1-4'],
      ['Ada Adams', '5001', 'M1', 'members', '1-4'],
      ['Ada Adams', '', 'M1', 'members', '1-4'],
    ]);
  });

  it('flags differences from the last file', () => {
    const account = {
      payeeToken: 'q',
      fingerprint: 'f',
      lastFour: '6789',
      nameOnAccount: 'ADA',
      changedAt: '',
      version: 5,
    };
    const last: LastSent = { payeeToken: 'q', series: 's', amount: 50_00, fingerprint: 'f', sentAt: '' };
    const notes = (payment: object, change: object = {}, before: LastSent | undefined = last) =>
      notesOf({ payment: somePayment(payment), account: { ...account, ...change } }, before, 200_00);
    expect(notes({})).toEqual([]);
    expect(notesOf({ payment: somePayment({}), account }, undefined, 200_00)).toEqual(['new account']);
    expect(notes({}, { fingerprint: 'g' })).toEqual(['changed account']);
    expect(notes({ amountToBeSent: 150_00 })).toEqual([]);
    expect(notes({ amountToBeSent: 150_01 })).toEqual(['unusual amount']);
    expect(notes({ amountToBeSent: 200_00 }, {}, { ...last, amount: 100_00 })).toEqual([]);
    expect(notes({ amountToBeSent: 200_01 }, {}, { ...last, amount: 100_00 })).toEqual(['unusual amount']);
    expect(notes({}, { nameOnAccount: 'Zoë' })).toEqual(['name changed']);
    expect(notes({}, { nameOnAccount: 'A VERY LONG COMPANY NAME INDEED' })).toEqual(['name shortened']);
    expect(notes({ status: 3, attempts: [attempt()] })).toEqual(['retry']);
  });
});

describe('dates and limits', () => {
  const late = new Date('2026-11-20T22:30:00Z');
  it('detect a missed cutoff', () => {
    const file = { bankFlow: 'memberDues', effectiveDate: '2026-11-23' } as const;
    expect(missedCutoff(settings, file, new Date('2026-11-20T22:29:00Z'))).toBeUndefined();
    expect(missedCutoff(settings, file, late)).toBe(
      "Today's cutoff has passed. The bank can no longer process this file on 11/23/2026.",
    );
    expect(missedCutoff(settings, file, new Date('2026-11-21T15:00:00Z'))).toBe(
      'Today is not a banking day. The bank can no longer process this file on 11/23/2026.',
    );
  });

  it('keep entries under the bank’s limit, and under the same-day limit', () => {
    expect(limitReason(100, { mostOfEntry: 100, isSameDay: false })).toBeUndefined();
    expect(limitReason(101, { mostOfEntry: 100, isSameDay: false })).toBe(
      'The bank accepts at most $1.00 per payment.',
    );
    expect(limitReason(100_000_000, { mostOfEntry: null, isSameDay: true })).toBeUndefined();
    expect(limitReason(100_000_001, { mostOfEntry: null, isSameDay: false })).toBeUndefined();
    expect(limitReason(100_000_001, { mostOfEntry: null, isSameDay: true })).toBe(
      'Same-day payments are limited to $1,000,000.00. Send this payment after the last same-day cutoff.',
    );
  });
});

describe('the bank’s profile', () => {
  it('accepts all entry codes, and no others', () => {
    const listed = Array.from({ length: 100 }, (_, code) => code).filter((code) => meaningOfCode(code));
    expect(listed.join()).toBe(
      '21,22,23,24,26,27,28,29,31,32,33,34,36,37,38,39,41,42,43,44,46,47,48,49,51,52,53,54,55,56',
    );
    expect([21, 22, 23, 24].map((code) => meaningOfCode(code)?.purpose)).toEqual([
      'return',
      'payment',
      'prenote',
      'remittance',
    ]);
    expect([36, 37, 38, 39, 55].map((code) => meaningOfCode(code))).toEqual(
      ['return', 'payment', 'prenote', 'remittance', 'payment'].map((purpose) => ({
        direction: 'debit',
        purpose,
      })),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  existsQuery,
  facilityGenerationForm,
  feesFormChecked,
  feesOf,
  memberGenerationForm,
} from '../../shared/payments/generation-form.ts';
import { memberOfPaymentId, paymentIdOf, payment } from '../../shared/payments/payment.ts';
import {
  facilityPaymentRow,
  facilityPaymentRowOf,
  memberPaymentRow,
  memberPaymentRowOf,
  partnerPaymentRowOf,
} from '../../shared/payments/payment-row.ts';
import { mustBeOffered, newestPeriodToGenerate } from '../../shared/payments/payment-types.ts';
import { amountForm, undoForm } from '../../shared/payments/correction.ts';
import { chosenStatusForm } from '../../shared/payments/status-form.ts';
import { Refusal } from '../../shared/refusal.ts';
import { fromWire, toWire } from '../../shared/wire-names.ts';
import { somePayment } from './some-payment.ts';

// Limits and texts of requests and rows of payments (spec 3 §3, §4 and §7). test/architecture/contract lists the names.

const read = <Schema extends z.ZodType>(schema: Schema, sent: unknown) =>
  schema.safeParse(fromWire(schema, sent));
const parsed = <Schema extends z.ZodType>(schema: Schema, sent: unknown) =>
  schema.parse(fromWire(schema, sent));
const faults = (schema: z.ZodType, sent: unknown): Record<string, string> =>
  Object.fromEntries(
    (read(schema, sent).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
const sent = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  toWire(schema, schema.encode(value));
const refusalOf = (work: () => unknown): Partial<Refusal> => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, field: error.field };
    throw error;
  }
  return {};
};

const accounts = new Map([
  ['payee-1', { bankAccountType: 0 as const, lastFour: '6789' }],
  ['payee-2', { bankAccountType: 1 as const, lastFour: '0042' }],
]);

describe('a row of payments', () => {
  it('shows how a partner is billed: without an account, by itself, by paycheck', () => {
    const billing = (overrides: Parameters<typeof somePayment>[0]) =>
      partnerPaymentRowOf(somePayment(overrides as Parameters<typeof somePayment<'partner'>>[0]), accounts)
        .billingInfo;
    expect(billing({ payeeToken: null })).toBe('Direct from Bank Account, No bank account');
    expect(billing({ payeeToken: 'gone' })).toBe('Direct from Bank Account, No bank account');
    expect(billing({ payeeToken: 'payee-1', partnerBillingTypeId: 1 })).toBe('ACH payment to HC');
    expect(billing({ payeeToken: 'payee-1', paymentTypeId: 8 })).toBe('By Employee Paycheck');
  });

  it('of a facility has its members and the amount per member', () => {
    const sample = somePayment({
      kind: 'facility',
      payeeToken: 'payee-2',
      numberOfMembersWhoWillBePaid: 4,
      duesPaidForOneMember: 25_00,
      status: 2,
      bankFileId: 'file-1',
    });
    const row = sent(facilityPaymentRow, facilityPaymentRowOf(sample, accounts));
    expect(row).toMatchObject({
      facilityIDNumber: '5001',
      facilityName: 'Club 5001',
      numberOfMembersWhoWillBePaid: 4,
      duesPaidForOneMember: 25,
      billingInfo: 'Savings xxxxx0042',
      status: 2,
      isEditable: false,
      mayUndo: false,
      isCorrected: false,
      isInBankFile: true,
    });
    expect(read(facilityPaymentRow, { ...(row as object), numberOfMembersWhoWillBePaid: 1.5 }).success).toBe(
      false,
    );
  });

  it('of a member has the billing type with the account, and an explanation', () => {
    const sample = somePayment({
      kind: 'member',
      payeeToken: 'payee-1',
      reason: {
        rule: 'test',
        steps: [
          { what: 'Dues', amount: 1 },
          { what: 'less 1 day', amount: 0 },
        ],
      },
    });
    expect(sent(memberPaymentRow, memberPaymentRowOf(sample, accounts))).toEqual({
      id: 'P-1-4-1-202610',
      partnerId: '1',
      memberID: 'M1',
      memberFullName: 'Ada Adams',
      facilityIDNumber: '5001',
      amountToBeSent: 100,
      memberBillingTypeID: 1,
      billingInfo: 'Direct from Bank Account, Checking xxxxx6789',
      paymentStatusID: 0,
      paymentStatusDate: '2026-11-10',
      version: 0,
      isInBankFile: false,
      explanation: 'Dues; less 1 day',
    });
    const paycheck = {
      ...sample,
      memberBillingTypeId: 2 as const,
      facilityNumber: null,
      bankFileId: 'file-1',
    };
    expect(memberPaymentRowOf(paycheck, accounts)).toMatchObject({
      billingInfo: 'By Employee Paycheck',
      facilityNumber: '',
      isInBankFile: true,
    });
  });
});

describe('a request about payments', () => {
  it('defaults to all partners and the one program type', () => {
    const least = { programPaymentTypeID: '2', periodID: '202610', paymentTypeID: '4' };
    const all = { programTypeId: 1, partnerId: 'all', periodId: '202610' };
    expect(parsed(existsQuery, least)).toMatchObject(all);
    expect(parsed(existsQuery, { ...least, partnerID: '0' })).toMatchObject(all);
    expect(parsed(memberGenerationForm, { periodID: '202610', paymentTypeID: '6' })).toMatchObject(all);
    for (const missing of ['programPaymentTypeID', 'periodID', 'paymentTypeID'])
      expect(read(existsQuery, { ...least, [missing]: undefined }).success, missing).toBe(false);
    expect(
      parsed(facilityGenerationForm, { programPaymentTypeID: '1', usagePeriodID: '202610' }),
    ).toMatchObject(all);
  });

  it('corrects an amount of at most $99,999,999.99 with a reason, and undoes it', () => {
    const sample = { programPaymentTypeId: '1', paymentId: 'P-1', version: 2 };
    const reason = 'Two members left early.';
    expect(parsed(amountForm, { ...sample, amountToBeSent: '99,999,999.99', reason })).toEqual({
      programTypeId: 1,
      programPaymentTypeId: 1,
      paymentId: 'P-1',
      version: 2,
      amountToBeSent: 99_999_999_99,
      reason,
    });
    expect(Object.keys(faults(amountForm, { ...sample, amountToBeSent: '100,000,000.00', reason }))).toEqual([
      'amountToBeSent',
    ]);
    expect(Object.keys(faults(amountForm, { ...sample, amountToBeSent: '1', reason: 'short' }))).toEqual([
      'reason',
    ]);
    expect(Object.keys(faults(undoForm, { programPaymentTypeId: '1' }))).toEqual(['paymentId']);
  });

  it('decides about at most 100 selected payments, each with the version the user saw', () => {
    const payments = Array.from({ length: 100 }, (_, index) => ({ paymentId: `P-${index}`, version: index }));
    const form = { decision: 'cancel', reason: 'Paid by check in May.', payments };
    expect(parsed(chosenStatusForm, form)).toEqual(form);
    expect(parsed(chosenStatusForm, { ...form, decision: 'markSentExternally' }).decision).toBe(
      'markSentExternally',
    );
    for (const bad of [
      { payments: [] },
      { payments: [...payments, { paymentId: 'P-x', version: 1 }] },
      { payments: [{ paymentId: 'P-1', version: -1 }] },
      { payments: [{ paymentId: 'P-1' }] },
      { reason: 'too short' },
      { decision: 'pay' },
    ])
      expect(read(chosenStatusForm, { ...form, ...bad }).success, JSON.stringify(bad)).toBe(false);
  });
});

describe('fees', () => {
  const none = {
    startupFee: '',
    renewalFee: '',
    facilityAccessFee: '',
    oneTimeFee: '',
    oneTimeFeeReason: '',
  };

  it('are 0 to 999,999.99 with their labels', () => {
    const over = { startupFee: '1000000', renewalFee: '-1', facilityAccessFee: '0.001', oneTimeFee: 'x' };
    const said = faults(feesFormChecked, { ...over, oneTimeFeeReason: 'x'.repeat(251) });
    expect(said.startupFee).toContain('Startup Fee');
    expect(said.renewalFee).toContain('Renewal Fee');
    expect(said.facilityAccessFee).toContain('Facility Access Fee');
    expect(said.oneTimeFee).toContain('One-Time Fee');
    expect(said.oneTimeFeeReason).toContain('One-Time Fee Reason');
    expect(
      read(feesFormChecked, { ...none, startupFee: '999,999.99', oneTimeFeeReason: 'x'.repeat(250) }).success,
    ).toBe(true);
  });

  it('include at least one, and a one-time fee requires a reason', () => {
    expect(faults(feesFormChecked, none)).toEqual({ fees: 'At least one Fee must be greater than $0.00.' });
    expect(faults(feesFormChecked, { ...none, startupFee: '0.00' })).toEqual({
      fees: 'At least one Fee must be greater than $0.00.',
    });
    for (const name of ['startupFee', 'renewalFee', 'facilityAccessFee'])
      expect(faults(feesFormChecked, { ...none, [name]: '0.01' })).toEqual({});
    expect(faults(feesFormChecked, { ...none, oneTimeFee: '5' })).toEqual({
      oneTimeFeeReason: 'One-Time Fee Reason is required.',
    });
    expect(faults(feesFormChecked, { ...none, oneTimeFee: '5', oneTimeFeeReason: 'New cards' })).toEqual({});
  });

  it('are added up in any order, and the reason is stored only with the one-time fee', () => {
    const zero = { startupFee: 0, renewalFee: 0, facilityAccessFee: 0, oneTimeFee: 0 };
    for (const name of ['startupFee', 'renewalFee', 'facilityAccessFee', 'oneTimeFee'] as const)
      expect(feesOf({ [name]: 5, oneTimeFeeReason: 'New cards' })).toEqual({
        ...zero,
        [name]: 5,
        oneTimeFeeReason: name === 'oneTimeFee' ? 'New cards' : '',
      });
    expect(feesOf({})).toBeNull();
    expect(feesOf({ startupFee: 7, renewalFee: 7 })).toMatchObject({ startupFee: 7, renewalFee: 7 });
    expect(feesOf({ startupFee: 7, facilityAccessFee: 7 })).toMatchObject({ facilityAccessFee: 7 });
    expect(feesOf({ renewalFee: 7, oneTimeFee: 7, oneTimeFeeReason: 'x' })).toMatchObject({ oneTimeFee: 7 });
    expect(refusalOf(() => feesOf({ startupFee: 0 }))).toMatchObject({
      code: 'invalid',
      message: 'At least one Fee must be greater than $0.00.',
    });
    expect(refusalOf(() => feesOf({ oneTimeFee: 1 }))).toEqual({
      code: 'invalid',
      message: 'One-Time Fee Reason is required.',
      field: 'oneTimeFeeReason',
    });
  });
});

describe('labels and IDs', () => {
  it('of a payment contain its purpose and its member', () => {
    const name = { programPaymentTypeId: 3, paymentTypeId: 6, partnerId: '12', periodId: '202610' } as const;
    expect(paymentIdOf({ ...name, kind: 'partner' })).toBe('P-3-6-12-202610');
    expect(paymentIdOf({ ...name, kind: 'facility', facilityId: '5001' })).toBe('F-3-6-12-5001-202610');
    const id = paymentIdOf({ ...name, kind: 'member', memberId: '01ARZ3' });
    expect(id).toBe('M-3-6-12-01ARZ3-202610');
    expect([id, `${id}-dues`, 'M-2-7-1-G80-000001-202610'].map(memberOfPaymentId)).toEqual([
      '01ARZ3',
      '01ARZ3',
      'G80-000001',
    ]);
    expect(['P-3-6-12-202610', 'F-3-6-12-5001-202610', '01ARZ3NDEKTSV4', ''].map(memberOfPaymentId)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('of a stored payment keep whole cents, attempts with their returns, and steps with their amounts', () => {
    const attempt = { bankFileId: 'f', trace: '1', at: '2026-11-10', amount: 5, returned: null };
    const tried = (overrides: object) => {
      const attempts = [{ ...attempt, ...overrides }];
      return payment.safeParse({ ...somePayment({}), attempts }).data?.attempts;
    };
    expect(tried({})).toEqual([attempt]);
    const returned = { at: '2026-11-12', code: 'R01' };
    expect(tried({ returned })).toEqual([{ ...attempt, returned }]);
    for (const bad of [{ amount: 0.5 }, { returned: {} }, { at: undefined }])
      expect(tried(bad)).toBeUndefined();
    const sample = somePayment({ kind: 'facility' });
    for (const bad of [
      { reason: { rule: 'r', steps: [{}] } },
      { reason: { rule: 'r', steps: [{ what: 'Dues', amount: 0.5 }] } },
      { numberOfMembersWhoWillBePaid: undefined },
      { totalPayment: 0.5 },
    ])
      expect(payment.safeParse({ ...sample, ...bad }).success, JSON.stringify(bad)).toBe(false);
  });
});

describe('months', () => {
  const now = new Date('2026-11-20T16:00:00Z');

  it('that are not closed or have not begun are refused at the field', () => {
    expect(refusalOf(() => mustBeOffered(1, 4, '202611', now))).toMatchObject({
      code: 'invalid',
      field: 'periodId',
    });
    expect(refusalOf(() => mustBeOffered(2, 4, '202612', now))).toEqual({
      code: 'invalid',
      message: 'This month has not begun yet.',
      field: 'periodId',
    });
    expect(refusalOf(() => mustBeOffered(2, 4, '202611', now))).toEqual({});
    expect(refusalOf(() => mustBeOffered(2, 6, '202611', now))).toEqual({});
  });

  it('that the schedules generate are closed for usage-based payments, and current otherwise', () => {
    expect(newestPeriodToGenerate(2, 3, now)).toBe('202610');
    expect(newestPeriodToGenerate(2, 4, now)).toBe('202611');
    expect(newestPeriodToGenerate(1, 4, now)).toBe('202610');
  });
});

import { describe, expect, it } from 'vitest';
import { nachaBatches, type FlowBatch } from '../../shared/bank-files/bank-flows.ts';
import { bankSettings, type BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { buildNachaFile, type FileMoment } from '../../shared/bank-files/nacha/write-file.ts';
import type { NachaBatch, NachaEntry } from '../../shared/bank-files/nacha/format.ts';
import { Refusal } from '../../shared/refusal.ts';
import { batch, payments, moment, settings } from './bank-fixtures.ts';
import { defined } from '../support/defined.ts';

const write = (batches: FlowBatch[], using: BankSettings = settings): string[] =>
  buildNachaFile(using, nachaBatches(using, batches), moment).slice(0, -1).split('\n');

function refusalOf(work: () => unknown): { message: string; field: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, field: error.field };
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const rejected = (
  entry: Partial<NachaEntry>,
  change: Partial<NachaBatch> = {},
  at: Partial<FileMoment> = {},
) =>
  refusalOf(() => {
    const [first] = nachaBatches(settings, [batch()]);
    const changed = {
      ...defined(first),
      ...change,
      entries: [{ ...defined(defined(first).entries[0]), ...entry }],
    };
    return buildNachaFile(settings, [changed], { ...moment, ...at });
  });

describe('the writer rejects', () => {
  it.each([
    ['a wrong check digit', { routingNumber: '231380105' }, 'routingNumber'],
    ['an amount of zero', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['a fraction of a cent', { amount: 10.5 }, 'amount'],
    ['no number', { amount: Number.NaN }, 'amount'],
    ['an amount of eleven digits', { amount: 10_000_000_000 }, 'amount'],
    ['a prenote that carries money', { transactionCode: 28, amount: 1 }, 'amount'],
    ['a credit in a debit batch', { transactionCode: 22 }, 'transactionCode'],
    ['a return code of its own', { transactionCode: 26 }, 'transactionCode'],
    ['a loan account', { transactionCode: 55 }, 'transactionCode'],
    ['a long name', { name: 'A'.repeat(23) }, 'name'],
    ['a name the bank cannot read', { name: 'Zoë' }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a line break in a name', { name: 'Anna\nMiller' }, 'name'],
    ['a carriage return in an account', { accountNumber: '1234\r' }, 'accountNumber'],
    ['a masked account', { accountNumber: 'xxxx5678' }, 'accountNumber'],
    ['a long account', { accountNumber: '1'.repeat(18) }, 'accountNumber'],
    ['a long id', { id: 'P'.repeat(16) }, 'id'],
    ['an id with a space', { id: 'PAY 1' }, 'id'],
    ["another bank's trace", { trace: '999999990000001' }, 'trace'],
    ['a short trace', { trace: '12104288000001' }, 'trace'],
    ['a second addenda', { addenda: ['one', 'two'] }, 'addenda'],
    ['a long addenda', { addenda: ['x'.repeat(81)] }, 'addenda'],
    ['a WEB entry that does not say whether it recurs', { discretionaryData: '' }, 'discretionaryData'],
  ] satisfies [string, Partial<NachaEntry>, string][])('%s', (_title, change, field) => {
    expect(rejected(change).field).toBe(`batches.0.entries.0.${field}`);
  });

  it.each([
    ['an unknown service class', { serviceClass: 280 }, 'serviceClass'],
    ['an entry class it does not send', { entryClass: 'TEL' }, 'entryClass'],
    ['a long description', { description: 'MEMBER DUES' }, 'description'],
    ['a Sunday', { effectiveDate: '2026-11-22' }, 'effectiveDate'],
    ['a holiday', { effectiveDate: '2026-11-26' }, 'effectiveDate'],
    ['a day that has passed', { effectiveDate: '2026-11-19' }, 'effectiveDate'],
    ['a time that is none', { sameDayAt: '2460' }, 'sameDayAt'],
    ['batch number zero', { number: 0 }, 'number'],
  ] satisfies [string, Partial<NachaBatch>, string][])('%s in a batch', (_title, change, field) => {
    expect(rejected({}, change).field).toBe(`batches.0.${field}`);
  });

  it('a same-day entry above one million dollars', () => {
    expect(rejected({ amount: 100_000_001 }, { sameDayAt: '1300' }).field).toBe('batches.0.entries.0.amount');
  });

  it('a file ID modifier other than A to Z and 0 to 9', () => {
    expect(rejected({}, {}, { fileIdModifier: 'a' }).field).toBe('moment.fileIdModifier');
    expect(rejected({}, {}, { reference: 'TOO LONG!' }).field).toBe('moment.reference');
  });

  it('trace and batch numbers that do not ascend', () => {
    const [written] = nachaBatches(settings, [batch({ payments: payments(2) })]);
    const swapped = { ...defined(written), entries: defined(written).entries.toReversed() };
    expect(refusalOf(() => buildNachaFile(settings, [swapped], moment)).field).toBe(
      'batches.0.entries.1.trace',
    );
    expect(
      refusalOf(() => buildNachaFile(settings, [defined(written), defined(written)], moment)).field,
    ).toBe('batches.1.number');
  });

  it('more than 10,000 lines, and an empty file', () => {
    expect(refusalOf(() => write([batch({ payments: payments(9997) })])).message).toContain('10,000 lines');
    expect(write([batch({ payments: payments(9996) })])).toHaveLength(10_000);
    expect(refusalOf(() => buildNachaFile(settings, [], moment)).field).toBe('batches');
    expect(refusalOf(() => write([batch({ payments: [] })])).field).toBe('batches.0.entries');
  });

  it('totals of more than twelve digits', () => {
    const huge = payments(101).map((each) => ({ ...each, amount: 9_999_999_999 }));
    expect(refusalOf(() => write([batch({ payments: huge })])).message).toContain('twelve digits');
  });

  it('invalid settings', () => {
    expect(bankSettings.safeParse({ ...settings, odfi: '121042883' }).success).toBe(false);
    expect(
      bankSettings.safeParse({ ...settings, originName: 'A name of more than 23 characters' }).success,
    ).toBe(false);
    const wrong = { ...settings, companyName: 'Wellport Fitness Benefit' };
    expect(refusalOf(() => write([batch()], wrong)).field).toBe('settings.companyName');
  });
});

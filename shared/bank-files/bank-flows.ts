import { type CalendarDate, dateInChicago } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { AccountType } from '../bank-accounts/bank-account.ts';
import { bankFlowTable, type BankFlow, retryDescription } from './bank-flow-table.ts';
import { companyIdOf, type BankSettings } from './bank-settings.ts';
import { serviceClasses, transactionCodeFor, type NachaBatch, type NachaEntry } from './nacha/format.ts';
import { batchTotals, buildNachaFile } from './nacha/write-file.ts';
import { transliterate } from '../transliterate.ts';
import { effectiveDateFor } from './effective-date.ts';

/** Payment to be written; `key` (at most 15 characters) is repeated in returns. */
export type BankPayment = {
  key: string;
  name: string;
  routingNumber: string;
  accountNumber: string;
  accountType: AccountType;
  amount: Cents;
  prenote?: boolean | undefined;
  remittance?: string | undefined;
};

/** Entries of one flow and effective date. Retries form a separate, labeled batch. */
export type FlowBatch = {
  bankFlow: BankFlow;
  effectiveDate: CalendarDate;
  sameDayAt?: string | undefined;
  retry?: boolean | undefined;
  payments: BankPayment[];
};

export const nameAtBank = (name: string): string => transliterate(name, 22);

const traceOf = (settings: BankSettings, sequence: number): string =>
  settings.odfi.slice(0, 8) + String(sequence).padStart(7, '0');

function entryOf(
  settings: BankSettings,
  bankFlow: BankFlow,
  payment: BankPayment,
  sequence: number,
): NachaEntry {
  return {
    transactionCode: transactionCodeFor(
      bankFlowTable[bankFlow].direction,
      payment.accountType,
      payment.prenote,
    ),
    routingNumber: payment.routingNumber,
    accountNumber: payment.accountNumber,
    amount: payment.amount,
    id: payment.key,
    name: nameAtBank(payment.name),
    discretionaryData: settings.entryClass[bankFlow] === 'WEB' ? 'R' : '',
    trace: traceOf(settings, sequence),
    addenda: payment.remittance === undefined ? [] : [payment.remittance],
  };
}

export function offsetOf(settings: BankSettings, batch: NachaBatch, sequence: number): NachaEntry[] {
  const account = settings.offsetAccount;
  if (!account) return [];
  const { debit, credit } = batchTotals(batch);
  if (debit === credit) return [];
  return [
    {
      transactionCode: transactionCodeFor(debit > credit ? 'credit' : 'debit', account.accountType),
      routingNumber: account.routingNumber,
      accountNumber: account.accountNumber,
      amount: Math.abs(debit - credit),
      id: `OFFSET${batch.number}`,
      name: 'OFFSET',
      discretionaryData: batch.entryClass === 'WEB' ? 'R' : '',
      trace: traceOf(settings, sequence),
      addenda: [],
    },
  ];
}

/**
 * Returns the NACHA batches of a file, with traces from `firstTrace` and offset entries. The file writer validates
 * them.
 */
export function nachaBatches(settings: BankSettings, batches: FlowBatch[], firstTrace = 1): NachaBatch[] {
  let sequence = firstTrace;
  return batches.map(({ bankFlow, effectiveDate, sameDayAt, retry, payments }, index) => {
    const batch: NachaBatch = {
      serviceClass: settings.offsetAccount
        ? serviceClasses.mixed
        : serviceClasses[bankFlowTable[bankFlow].direction],
      entryClass: settings.entryClass[bankFlow],
      description: retry ? retryDescription : settings.description[bankFlow],
      companyId: companyIdOf(settings, bankFlow),
      effectiveDate,
      sameDayAt,
      number: index + 1,
      entries: payments.map((payment, index) => entryOf(settings, bankFlow, payment, sequence + index)),
    };
    const offset = offsetOf(settings, batch, sequence + payments.length);
    batch.entries.push(...offset);
    sequence += payments.length + offset.length;
    return batch;
  });
}

export const testFileBankFlow = 'partnerWithdrawal';

/** The last modifier of a day, so tests do not use those of real files. */
const modifierOfTests = '9';

/**
 * Returns a file for testing the bank's profile: three prenotes to fictitious accounts at our own bank. The portal
 * never sends it.
 */
export function testBankFile(settings: BankSettings, now: Date): string {
  const today = dateInChicago(now);
  const prenote = (
    key: string,
    accountNumber: string,
    accountType: BankPayment['accountType'],
  ): BankPayment => ({
    key,
    name: 'Wellport Test',
    routingNumber: settings.odfi,
    accountNumber,
    accountType,
    amount: 0,
    prenote: true,
  });
  const batchOf = (bankFlow: FlowBatch['bankFlow'], payment: BankPayment): FlowBatch => ({
    bankFlow,
    effectiveDate: effectiveDateFor({ ...settings, sameDay: undefined }, bankFlow, today, now),
    payments: [payment],
  });
  const batches = [
    batchOf(testFileBankFlow, prenote('TEST1', '1000000001', 'checking')),
    batchOf('facilityDeposit', prenote('TEST2', '1000000002', 'checking')),
    batchOf('memberReimbursement', prenote('TEST3', '1000000003', 'savings')),
  ];
  return buildNachaFile(settings, nachaBatches(settings, batches), {
    instant: now,
    fileIdModifier: modifierOfTests,
    reference: 'TESTFILE',
  });
}

import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { AccountType } from '../bank-accounts/account-number.ts';
import { bankFlowTable, type BankFlow } from './bank-flow-table.ts';
import { companyIdOf } from './bank-profile.ts';
import type { BankSettings } from './bank-settings.ts';
import { serviceClasses, transactionCodeFor, type NachaBatch, type NachaEntry } from './nacha/format.ts';
import { batchTotals } from './nacha/write-file.ts';
import { transliterate } from '../transliterate.ts';

/** Payment to be written; `key` (at most 15 characters) is repeated in returns. */
export type BankLine = {
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
  flow: BankFlow;
  effectiveDate: CalendarDate;
  sameDayAt?: string | undefined;
  retry?: boolean | undefined;
  lines: BankLine[];
};

export const nameAtBank = (name: string): string => transliterate(name, 22);

const traceOf = (settings: BankSettings, sequence: number): string =>
  settings.odfi.slice(0, 8) + String(sequence).padStart(7, '0');

function entryOf(settings: BankSettings, flow: BankFlow, line: BankLine, sequence: number): NachaEntry {
  return {
    transactionCode: transactionCodeFor(bankFlowTable[flow].direction, line.accountType, line.prenote),
    routingNumber: line.routingNumber,
    accountNumber: line.accountNumber,
    amount: line.amount,
    id: line.key,
    name: nameAtBank(line.name),
    discretionaryData: settings.entryClass[flow] === 'WEB' ? 'R' : '',
    trace: traceOf(settings, sequence),
    addenda: line.remittance === undefined ? [] : [line.remittance],
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
  return batches.map(({ flow, effectiveDate, sameDayAt, retry, lines }, place) => {
    const batch: NachaBatch = {
      serviceClass: settings.offsetAccount
        ? serviceClasses.mixed
        : serviceClasses[bankFlowTable[flow].direction],
      entryClass: settings.entryClass[flow],
      description: retry ? 'RETRY PYMT' : bankFlowTable[flow].description,
      companyId: companyIdOf(settings, flow),
      effectiveDate,
      sameDayAt,
      number: place + 1,
      entries: lines.map((line, index) => entryOf(settings, flow, line, sequence + index)),
    };
    const offset = offsetOf(settings, batch, sequence + lines.length);
    batch.entries.push(...offset);
    sequence += lines.length + offset.length;
    return batch;
  });
}

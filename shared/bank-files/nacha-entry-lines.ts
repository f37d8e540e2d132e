import { Refusal } from '../refusal.ts';
import type { BankSettings } from './bank-settings.ts';
import { allowsDirection, amountLimit, meaningOfCode, recordLength } from './nacha-codes.ts';
import type { NachaBatch, NachaEntry } from './nacha-file.ts';
import { sameDayLimit } from './same-day.ts';
import { isRoutingNumber } from '../bank-accounts/routing-number.ts';

const printable = /^[\x20-\x7e]*$/;
const traceDigits = /^\d{15}$/;
const idCharacters = /^[\x21-\x7e]{1,15}$/;

type EntryPlace = {
  settings: BankSettings;
  odfi: string;
  lastTrace: string;
  batchPath: string;
  index: number;
};

/**
 * Returns record 6. Fields are padded to at least their width, so a line of exactly 94 characters has no overlong field
 * and only invalid entries are checked field by field.
 */
export function entryLine(batch: NachaBatch, entry: NachaEntry, place: EntryPlace): string {
  const line =
    `6${entry.transactionCode}${entry.routingNumber}${entry.accountNumber.padEnd(17)}` +
    `${String(entry.amount).padStart(10, '0')}${entry.id.padEnd(15)}${entry.name.padEnd(22)}` +
    `${entry.discretionaryData.padEnd(2)}${entry.addenda.length === 0 ? 0 : 1}${entry.trace}`;
  const problem =
    amountProblem(batch, entry, place.settings) ??
    codeProblem(batch, entry) ??
    (isRoutingNumber(entry.routingNumber)
      ? undefined
      : (['The routing number is wrong.', 'routingNumber'] as const)) ??
    traceProblem(entry, place) ??
    (idCharacters.test(entry.id)
      ? undefined
      : (['The id must be 1 to 15 characters without spaces.', 'id'] as const)) ??
    (line.length === recordLength && printable.test(entry.name) && printable.test(entry.discretionaryData)
      ? undefined
      : textProblem(entry)) ??
    shapeProblem(batch, entry);
  if (problem) refuseEntry(problem, place);
  return line;
}

type Problem = readonly [sentence: string, field: string];

function refuseEntry([sentence, field]: Problem, place: EntryPlace): never {
  throw new Refusal('invalid', sentence, `${place.batchPath}.entries.${place.index}.${field}`);
}

function amountProblem(batch: NachaBatch, entry: NachaEntry, settings: BankSettings): Problem | undefined {
  const { amount, transactionCode } = entry;
  if (!Number.isSafeInteger(amount)) return ['The amount must be whole cents.', 'amount'];
  const prenote = meaningOfCode(transactionCode)?.purpose === 'prenote';
  if (prenote && amount !== 0) return ['A prenote must have a zero amount.', 'amount'];
  if (!prenote && amount <= 0) return ['The amount must be more than zero.', 'amount'];
  if (amount >= amountLimit) return ['The amount must be under 100,000,000 dollars.', 'amount'];
  // Offsets stay inside our own bank, so the network's limit does not apply.
  const offset =
    entry.routingNumber === settings.offsetAccount?.routingNumber &&
    entry.accountNumber === settings.offsetAccount.accountNumber;
  if (batch.sameDayAt !== undefined && amount > sameDayLimit && !offset) {
    return ['A same-day entry is limited to $1,000,000.', 'amount'];
  }
  return undefined;
}

function codeProblem(batch: NachaBatch, { transactionCode }: NachaEntry): Problem | undefined {
  const meaning = meaningOfCode(transactionCode);
  const ours = transactionCode < 40 && (meaning?.purpose === 'payment' || meaning?.purpose === 'prenote');
  if (!meaning || !ours) return ['The portal does not send this transaction code.', 'transactionCode'];
  return allowsDirection(batch.serviceClass, meaning.direction)
    ? undefined
    : [
        `A batch with service class ${batch.serviceClass} cannot contain a ${meaning.direction}.`,
        'transactionCode',
      ];
}

function traceProblem({ trace }: NachaEntry, { odfi, lastTrace }: EntryPlace): Problem | undefined {
  if (!traceDigits.test(trace)) return ['The trace number must be 15 digits.', 'trace'];
  if (!trace.startsWith(odfi)) return ['The trace number must begin with the originating bank.', 'trace'];
  return trace > lastTrace ? undefined : ['Trace numbers must ascend within the file.', 'trace'];
}

function textProblem(entry: NachaEntry): Problem {
  const widths = { accountNumber: 17, name: 22, discretionaryData: 2 } as const;
  for (const field of ['accountNumber', 'name', 'discretionaryData'] as const) {
    if (entry[field].length > widths[field]) {
      return [`The text has ${entry[field].length} characters; the maximum is ${widths[field]}.`, field];
    }
    if (!printable.test(entry[field]))
      return ['The text contains a character that the bank cannot read.', field];
  }
  return ['The entry does not fit its record.', 'transactionCode'];
}

function shapeProblem(batch: NachaBatch, entry: NachaEntry): Problem | undefined {
  if (!/^\d{4,17}$/.test(entry.accountNumber))
    return ['The account number must be 4 to 17 digits.', 'accountNumber'];
  if (entry.name.trim() === '') return ['The name of the account holder is required.', 'name'];
  if (entry.addenda.length > 1) return ['An entry carries at most one addenda record.', 'addenda'];
  if (batch.entryClass === 'WEB' && !/^[RS] ?$/.test(entry.discretionaryData)) {
    return ['A WEB entry must have payment type R (recurring) or S (single).', 'discretionaryData'];
  }
  return undefined;
}

/**
 * Returns record 7, type 05, with 80 characters of payment information. Throws when the text is empty, too long, or
 * unprintable.
 */
export function addendaLine(information: string, trace: string, field: string): string {
  if (information.trim() === '' || !/^[\x20-\x7e]{1,80}$/.test(information)) {
    throw new Refusal('invalid', 'The addenda must be 1 to 80 printable characters.', field);
  }
  return `705${information.padEnd(80)}0001${trace.slice(8)}`;
}

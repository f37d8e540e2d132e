import { dateInChicago, timeInChicago, type CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { withLineEnds } from './bank-profile.ts';
import type { BankSettings } from './bank-settings.ts';
import { NachaBytes } from './nacha-bytes.ts';
import { blockingFactor, hashModulus, maximumLines, totalLimit } from './nacha-codes.ts';
import { batchControlLine, batchHeaderLine, fileControlLine, fileHeaderLine } from './nacha-control-lines.ts';
import { addendaLine, entryLine } from './nacha-entry-lines.ts';

/**
 * Payment to or from one account (record 6): nine-digit routing number, amount in cents, payment key as `id`,
 * transliterated name, fifteen-digit trace, and at most one 705 text of 80 characters.
 */
export type NachaEntry = {
  transactionCode: number;
  routingNumber: string;
  accountNumber: string;
  amount: Cents;
  id: string;
  name: string;
  discretionaryData: string;
  trace: string;
  addenda: string[];
};

/** Entries with the same company, class, description, and settlement date (records 5 and 8). `sameDayAt` is `hhmm`. */
export type NachaBatch = {
  serviceClass: number;
  entryClass: string;
  description: string;
  /** Defaults to the settings. */
  companyId?: string | undefined;
  effectiveDate: CalendarDate;
  sameDayAt?: string | undefined;
  number: number;
  entries: NachaEntry[];
};

/** Creation time and file ID modifier (A–Z, then 0–9); the reference has at most 8 characters. */
export type FileMoment = { instant: Date; fileIdModifier: string; reference?: string | undefined };

/** Totals, counts, and hash of a control record. */
export type ControlTotals = { entriesAndAddenda: number; hash: number; debit: Cents; credit: Cents };

/** Returns the totals for record 8. */
export function batchTotals(batch: NachaBatch): ControlTotals {
  const totals = { entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 };
  for (const entry of batch.entries) addToTotals(totals, entry);
  return totals;
}

function addToTotals(totals: ControlTotals, entry: NachaEntry): void {
  totals.entriesAndAddenda += 1 + entry.addenda.length;
  totals.hash = (totals.hash + Number(entry.routingNumber.slice(0, 8))) % hashModulus;
  // The second digit is the direction: 1 to 4 credit, 5 to 9 debit.
  if (entry.transactionCode % 10 >= 5) totals.debit += entry.amount;
  else totals.credit += entry.amount;
}

/** Returns the number of lines, including padding to whole blocks. */
export function countLines(batches: Iterable<NachaBatch>): number {
  let lines = 2;
  for (const batch of batches) {
    lines += 2;
    for (const entry of batch.entries) lines += 1 + entry.addenda.length;
  }
  return Math.ceil(lines / blockingFactor) * blockingFactor;
}

/**
 * Returns the bytes of a NACHA file: 94-character lines ended by LF and padded to whole blocks. Throws with the field's
 * path for anything that a bank would reject or misread, including lengths, characters, check digits, amounts, codes,
 * batch numbers and traces that do not ascend, and more than 10,000 lines.
 */
export function nachaBytes(settings: BankSettings, batches: NachaBatch[], moment: FileMoment): Uint8Array {
  if (batches.length === 0)
    throw new Refusal('invalid', 'A bank file requires at least one batch.', 'batches');
  const lines = countLines(batches);
  if (lines > maximumLines) {
    throw new Refusal(
      'invalid',
      `A bank file can have at most 10,000 lines, but this one has ${lines}. Split it.`,
      'batches',
    );
  }
  const stamp = chicagoStamp(moment.instant);
  const bytes = new NachaBytes(lines);
  bytes.line(fileHeaderLine(settings, { ...stamp, ...moment }));
  const odfi = settings.odfi.slice(0, 8);
  const file: ControlTotals = { entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 };
  let lastTrace = '';
  let lastNumber = 0;
  for (const [place, batch] of batches.entries()) {
    const where = `batches.${place}`;
    if (!Number.isSafeInteger(batch.number) || batch.number <= lastNumber) {
      throw new Refusal(
        'invalid',
        'Batch numbers must be whole and ascend within the file.',
        `${where}.number`,
      );
    }
    if (batch.entries.length === 0) {
      throw new Refusal('invalid', 'A batch requires at least one entry.', `${where}.entries`);
    }
    if (batch.effectiveDate < stamp.date) {
      throw new Refusal('invalid', 'The effective date has passed.', `${where}.effectiveDate`);
    }
    bytes.line(batchHeaderLine(settings, batch, where));
    const totals: ControlTotals = { entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 };
    for (let index = 0; index < batch.entries.length; index += 1) {
      const entry = batch.entries[index];
      if (!entry) continue;
      // Writing an invalid entry as text throws with the exact field.
      if (!bytes.entry(batch, entry, odfi, lastTrace))
        bytes.line(entryLine(batch, entry, { settings, odfi, lastTrace, batchPath: where, index }));
      for (const text of entry.addenda)
        bytes.line(addendaLine(text, entry.trace, `${where}.entries.${index}.addenda`));
      lastTrace = entry.trace;
      addToTotals(totals, entry);
    }
    bytes.line(batchControlLine(settings, batch, checkedTotals(totals, where)));
    lastNumber = batch.number;
    file.entriesAndAddenda += totals.entriesAndAddenda;
    file.hash = (file.hash + totals.hash) % hashModulus;
    file.debit += totals.debit;
    file.credit += totals.credit;
  }
  bytes.line(fileControlLine(batches.length, lines / blockingFactor, checkedTotals(file, 'batches')));
  return bytes.filled();
}

function checkedTotals(totals: ControlTotals, field: string): ControlTotals {
  if (totals.debit >= totalLimit || totals.credit >= totalLimit) {
    throw new Refusal(
      'invalid',
      'The total exceeds the twelve digits of a control record. Split the file.',
      field,
    );
  }
  return totals;
}

function chicagoStamp(instant: Date): { date: CalendarDate; time: string } {
  const { hour, minute } = timeInChicago(instant);
  return { date: dateInChicago(instant), time: `${hour}`.padStart(2, '0') + `${minute}`.padStart(2, '0') };
}

/** Returns a file as text with the line endings of the bank's profile. Throws like {@link nachaBytes}. */
export const buildNachaFile = (settings: BankSettings, batches: NachaBatch[], moment: FileMoment): string =>
  withLineEnds(settings, new TextDecoder('latin1').decode(nachaBytes(settings, batches, moment)));

/**
 * Returns a canonical text of an entry for digests. It includes accounts, IDs, and dates, which NACHA's own control
 * totals do not cover.
 */
export function canonicalEntry(batch: NachaBatch, entry: NachaEntry): string {
  const { transactionCode, routingNumber, accountNumber, amount, id, name, discretionaryData, trace } = entry;
  const account = [transactionCode, routingNumber, accountNumber, amount, id, name, discretionaryData, trace];
  return JSON.stringify([
    batch.entryClass,
    batch.description,
    batch.effectiveDate,
    batch.sameDayAt ?? '',
    account,
    entry.addenda,
  ]);
}

import { dateInChicago, timeInChicago, type CalendarDate } from '../../calendar.ts';
import {
  blockingFactor,
  hashModulus,
  maximumLines,
  noTotals,
  sumOfTotals,
  totalLimit,
  type ControlTotals,
  type LineEnd,
  type NachaBatch,
  type NachaEntry,
  type NachaParties,
} from './format.ts';
import { NachaBytes } from './bytes.ts';
import {
  batchControlLine,
  batchHeaderLine,
  entryLine,
  fileControlLine,
  fileHeaderLine,
  mustBe,
} from './write-records.ts';

/** Creation time and file ID modifier (A–Z, then 0–9); the reference has at most 8 characters. */
export type FileMoment = { instant: Date; fileIdModifier: string; reference?: string | undefined };

export function batchTotals(batch: NachaBatch): ControlTotals {
  const totals = noTotals();
  for (const entry of batch.entries) addToTotals(totals, entry);
  return totals;
}

function addToTotals(totals: ControlTotals, entry: NachaEntry): void {
  totals.entriesAndAddenda += 1 + entry.addenda.length;
  totals.hash = (totals.hash + Number(entry.routingNumber.slice(0, 8))) % hashModulus;
  if (entry.transactionCode % 10 >= 5) totals.debit += entry.amount;
  else totals.credit += entry.amount;
}

export function countLines(batches: Iterable<NachaBatch>): number {
  let lines = 2;
  for (const batch of batches) {
    lines += 2;
    for (const entry of batch.entries) lines += 1 + entry.addenda.length;
  }
  return Math.ceil(lines / blockingFactor) * blockingFactor;
}

/**
 * Returns the bytes of a NACHA file: 94-character lines ended by LF and padded to whole blocks. Throws with the path of
 * the field that a bank would reject.
 */
export function nachaBytes(settings: NachaParties, batches: NachaBatch[], moment: FileMoment): Uint8Array {
  mustBe(batches.length > 0, 'A bank file requires at least one batch.', 'batches');
  const lines = countLines(batches);
  const tooLong = `A bank file can have at most 10,000 lines, but this one has ${lines}. Split it.`;
  mustBe(lines <= maximumLines, tooLong, 'batches');
  const stamp = chicagoStamp(moment.instant);
  const bytes = new NachaBytes(lines);
  bytes.line(fileHeaderLine(settings, { ...stamp, ...moment }));
  const odfi = settings.odfi.slice(0, 8);
  const ofBatches: ControlTotals[] = [];
  let lastTrace = '';
  let lastNumber = 0;
  for (const [index, batch] of batches.entries()) {
    const where = `batches.${index}`;
    const ascends = Number.isSafeInteger(batch.number) && batch.number > lastNumber;
    mustBe(ascends, 'Batch numbers must be whole and ascend within the file.', `${where}.number`);
    mustBe(batch.entries.length > 0, 'A batch requires at least one entry.', `${where}.entries`);
    mustBe(batch.effectiveDate >= stamp.date, 'The effective date has passed.', `${where}.effectiveDate`);
    bytes.line(batchHeaderLine(settings, batch, where));
    const totals = noTotals();
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
    ofBatches.push(totals);
  }
  const file = checkedTotals(sumOfTotals(ofBatches), 'batches');
  bytes.line(fileControlLine(batches.length, lines / blockingFactor, file));
  return bytes.filled();
}

function checkedTotals(totals: ControlTotals, field: string): ControlTotals {
  const fits = totals.debit < totalLimit && totals.credit < totalLimit;
  mustBe(fits, 'The total exceeds the twelve digits of a control record. Split the file.', field);
  return totals;
}

function chicagoStamp(instant: Date): { date: CalendarDate; time: string } {
  const { hour, minute } = timeInChicago(instant);
  return { date: dateInChicago(instant), time: `${hour}`.padStart(2, '0') + `${minute}`.padStart(2, '0') };
}

/** Returns a file as text with the line endings of the bank's profile. Throws like {@link nachaBytes}. */
export const buildNachaFile = (
  settings: NachaParties & LineEnd,
  batches: NachaBatch[],
  moment: FileMoment,
): string => withLineEnds(settings, new TextDecoder('latin1').decode(nachaBytes(settings, batches, moment)));

const withLineEnds = ({ lineEnd }: LineEnd, text: string): string =>
  lineEnd === 'crlf' ? text.replaceAll('\n', '\r\n') : text;

/** Returns a canonical text for digests, with what NACHA's control totals do not cover. */
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

/** Returns record 7, type 05. Throws unless the text has 1 to 80 printable characters. */
function addendaLine(information: string, trace: string, field: string): string {
  const isRight = information.trim() !== '' && /^[\x20-\x7e]{1,80}$/.test(information);
  mustBe(isRight, 'The addenda must be 1 to 80 printable characters.', field);
  return `705${information.padEnd(80)}0001${trace.slice(8)}`;
}

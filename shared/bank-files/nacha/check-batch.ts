import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';
import { checkBatchControl, checkBatchHeader, type Report } from './check-records.ts';
import {
  allowsDirection,
  fieldOf,
  hashModulus,
  layout,
  meaningOfCode,
  noTotals,
  numberOf,
  sameDayLimit,
  type ControlTotals,
  type Direction,
  type Field,
} from './format.ts';

type Expect = (right: boolean, field: Field, message: string) => void;

type BatchRun = { header: number; control: number };

export function batchesOf(lines: string[], from: number, to: number, report: Report): BatchRun[] {
  const runs: BatchRun[] = [];
  let header: number | undefined;
  for (let index = from; index < to; index += 1) {
    const kind = lines[index]?.[0];
    if (kind === '5') {
      if (header !== undefined) report(index + 1, [1, 1], 'The previous batch has no control record (8).');
      header = index;
    } else if (kind === '8' && header !== undefined) {
      runs.push({ header, control: index });
      header = undefined;
    } else if ((kind !== '6' && kind !== '7') || header === undefined) {
      report(index + 1, [1, 1], 'This record is out of order.');
    }
  }
  if (header !== undefined) report(to + 1, [1, 1], 'The last batch has no control record (8).');
  return runs;
}

/** Returns the totals of a batch. `seen` carries trace and batch numbers between batches. */
export function checkBatchLines(
  lines: string[],
  run: BatchRun,
  seen: { trace: string; batchNumber: number },
  report: Report,
): ControlTotals {
  const header = lines[run.header] ?? '';
  checkBatchHeader(header, run.header + 1, seen, report);
  const totals = noTotals();
  let entry: EntryFinding | undefined;
  let entries = 0;
  for (let index = run.header + 1; index < run.control; index += 1) {
    const line = lines[index] ?? '';
    totals.entriesAndAddenda += 1;
    if (line.startsWith('7')) {
      checkAddenda(line, index + 1, entry, report);
      if (entry) entry.addendaCount += 1;
      continue;
    }
    reportMissingAddenda(entry, report);
    entry = checkEntryLine(line, index + 1, header, seen.trace, report);
    seen.trace = entry.trace;
    totals.hash = (totals.hash + entry.bank) % hashModulus;
    totals[entry.direction] += entry.amount;
    entries += 1;
  }
  reportMissingAddenda(entry, report);
  if (entries === 0) report(run.header + 1, [1, 1], 'The batch has no entry.');
  checkBatchControl(lines[run.control] ?? '', run.control + 1, header, totals, report);
  return totals;
}

function reportMissingAddenda(entry: EntryFinding | undefined, report: Report): void {
  const message = 'The entry announces an addenda record, but none follows.';
  if (entry?.addendaPromised && entry.addendaCount === 0)
    report(entry.line, layout.entry.addendaIndicator, message);
}

function checkAddenda(line: string, number: number, entry: EntryFinding | undefined, report: Report): void {
  const expect: Expect = (right, field, message) => {
    if (!right) report(number, field, message);
  };
  const { typeCode, information, sequence, entrySequence } = layout.addenda;
  expect(entry !== undefined, [1, 1], 'The addenda record follows no entry.');
  if (!entry) return;
  expect(entry.addendaPromised, [1, 1], 'The previous entry does not announce an addenda record.');
  expect(entry.addendaCount === 0, [1, 1], 'An entry carries at most one addenda record.');
  expect(fieldOf(line, typeCode) === '05', typeCode, 'The addenda type must be 05.');
  expect(fieldOf(line, information).trim() !== '', information, 'The addenda record is empty.');
  expect(fieldOf(line, sequence) === '0001', sequence, 'The addenda sequence must be 0001.');
  expect(
    fieldOf(line, entrySequence) === entry.trace.slice(8),
    entrySequence,
    "The addenda's entry number is not the end of the entry's trace.",
  );
}

type EntryFinding = {
  line: number;
  trace: string;
  bank: number;
  direction: Direction;
  amount: number;
  addendaPromised: boolean;
  addendaCount: number;
};

/** Same-day batches have `SDhhmm`. The limit does not apply inside the originating bank. */
const isSameDay = (header: string): boolean =>
  fieldOf(header, layout.batchHeader.descriptiveDate).startsWith('SD');

/** Validates record 6 against its batch header. `lastTrace` is the previous trace in the file, or empty. */
function checkEntryLine(
  line: string,
  number: number,
  header: string,
  lastTrace: string,
  report: Report,
): EntryFinding {
  const expect: Expect = (right, field, message) => {
    if (!right) report(number, field, message);
  };
  const fields = layout.entry;
  const at = (field: Field): string => fieldOf(line, field);
  const code = numberOf(line, fields.transactionCode) ?? 0;
  const meaning = meaningOfCode(code);
  const sent = code < 40 && (meaning?.purpose === 'payment' || meaning?.purpose === 'prenote');
  expect(sent, fields.transactionCode, 'The portal does not send this transaction code.');
  const direction = meaning?.direction ?? 'credit';
  expect(
    allowsDirection(numberOf(header, layout.batchHeader.serviceClass) ?? 0, direction),
    fields.transactionCode,
    "The entry's direction does not match the batch's service class.",
  );
  expect(isRoutingNumber(at(fields.routingNumber)), fields.routingNumber, 'The routing number is wrong.');
  expect(
    /^\d{4,17} *$/.test(at(fields.accountNumber)),
    fields.accountNumber,
    'The account number must be 4 to 17 digits.',
  );
  const amount = numberOf(line, fields.amount);
  checkAmount(amount, meaning?.purpose === 'prenote', header, at([4, 11]), expect);
  expect(
    /^[\x21-\x7e]+ *$/.test(at(fields.id)),
    fields.id,
    'The id must be 1 to 15 characters without spaces.',
  );
  expect(at(fields.name).trim() !== '', fields.name, 'The name is missing.');
  expect(
    fieldOf(header, layout.batchHeader.entryClass) !== 'WEB' || /^[RS] $/.test(at(fields.discretionaryData)),
    fields.discretionaryData,
    'A WEB entry must have payment type R (recurring) or S (single).',
  );
  expect(
    /^[01]$/.test(at(fields.addendaIndicator)),
    fields.addendaIndicator,
    'The addenda indicator must be 0 or 1.',
  );
  checkTrace(at(fields.trace), fieldOf(header, layout.batchHeader.odfi), lastTrace, expect);
  return {
    line: number,
    trace: at(fields.trace),
    bank: Number(/^\d{8}$/.test(at([4, 11])) ? at([4, 11]) : 0),
    direction,
    amount: amount ?? 0,
    addendaPromised: at(fields.addendaIndicator) === '1',
    addendaCount: 0,
  };
}

function checkAmount(
  amount: number | undefined,
  prenote: boolean,
  header: string,
  bank: string,
  expect: Expect,
): void {
  const field = layout.entry.amount;
  expect(amount !== undefined, field, 'The amount must be ten digits.');
  expect(!prenote || amount === 0, field, 'A prenote must have a zero amount.');
  expect(prenote || amount !== 0, field, 'The amount must be more than zero.');
  expect(
    (amount ?? 0) <= sameDayLimit || !isSameDay(header) || bank === fieldOf(header, layout.batchHeader.odfi),
    field,
    'A same-day entry is limited to $1,000,000.',
  );
}

function checkTrace(trace: string, originator: string, lastTrace: string, expect: Expect): void {
  const field = layout.entry.trace;
  expect(/^\d{15}$/.test(trace), field, 'The trace number must be 15 digits.');
  expect(trace.startsWith(originator), field, 'The trace number must begin with the originating bank.');
  expect(trace > lastTrace, field, 'Trace numbers must ascend within the file.');
}

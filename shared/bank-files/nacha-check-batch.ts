import { isBankingDay } from '../calendar.ts';
import { checkEntryLine, type EntryFinding } from './nacha-check-entry.ts';
import { isBankIdentification, isShortDate, isShortTime, type Report } from './nacha-check-header.ts';
import { hashModulus } from './nacha-codes.ts';
import type { ControlTotals } from './nacha-file.ts';
import { fieldOf, layout, numberOf, type Field } from './nacha-layout.ts';

/** Line indexes of a batch's header and control records. */
export type BatchRun = { header: number; control: number };
export type BatchFindings = ControlTotals;

/** Finds the batches between two line indexes and reports records out of order. */
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

/** Validates a batch and returns its totals. `seen` carries trace and batch numbers between batches. */
export function checkBatchLines(
  lines: string[],
  run: BatchRun,
  seen: { trace: string; batchNumber: number },
  report: Report,
): BatchFindings {
  const header = lines[run.header] ?? '';
  checkBatchHeader(header, run.header + 1, seen, report);
  const totals: BatchFindings = { entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 };
  let entry: EntryFinding | undefined;
  let entries = 0;
  for (let index = run.header + 1; index < run.control; index += 1) {
    const line = lines[index] ?? '';
    totals.entriesAndAddenda += 1;
    if (line.startsWith('7')) {
      checkAddenda(line, index + 1, entry, report);
      if (entry) entry.addendaFound += 1;
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
  if (entry && entry.addendaPromised && entry.addendaFound === 0) {
    report(
      entry.line,
      layout.entry.addendaIndicator,
      'The entry announces an addenda record, but none follows.',
    );
  }
}

function checkAddenda(line: string, number: number, entry: EntryFinding | undefined, report: Report): void {
  const expect = (right: boolean, field: Field, sentence: string): void => {
    if (!right) report(number, field, sentence);
  };
  const { typeCode, information, sequence, entrySequence } = layout.addenda;
  expect(entry !== undefined, [1, 1], 'The addenda record follows no entry.');
  if (!entry) return;
  expect(entry.addendaPromised, [1, 1], 'The previous entry does not announce an addenda record.');
  expect(entry.addendaFound === 0, [1, 1], 'An entry carries at most one addenda record.');
  expect(fieldOf(line, typeCode) === '05', typeCode, 'The addenda type must be 05.');
  expect(fieldOf(line, information).trim() !== '', information, 'The addenda record is empty.');
  expect(fieldOf(line, sequence) === '0001', sequence, 'The addenda sequence must be 0001.');
  expect(
    fieldOf(line, entrySequence) === entry.trace.slice(8),
    entrySequence,
    "The addenda's entry number is not the end of the entry's trace.",
  );
}

/** Validates record 5; batch numbers must ascend. */
export function checkBatchHeader(
  line: string,
  number: number,
  seen: { batchNumber: number },
  report: Report,
): void {
  const expect = (right: boolean, field: Field, sentence: string): void => {
    if (!right) report(number, field, sentence);
  };
  const fields = layout.batchHeader;
  const at = (field: Field): string => fieldOf(line, field);
  expect(/^(200|220|225)$/.test(at(fields.serviceClass)), fields.serviceClass, 'The service class is wrong.');
  expect(/^(CCD|PPD|WEB)$/.test(at(fields.entryClass)), fields.entryClass, 'The entry class is wrong.');
  expect(/^\S/.test(at(fields.companyName)), fields.companyName, 'The company name is missing.');
  expect(
    /^[\dA-Z]{10}$/.test(at(fields.companyId)),
    fields.companyId,
    'The company id must be 10 characters.',
  );
  expect(/^\S/.test(at(fields.description)), fields.description, 'The description is missing.');
  const descriptive = at(fields.descriptiveDate);
  expect(
    isShortDate(descriptive) || (descriptive.startsWith('SD') && isShortTime(descriptive.slice(2))),
    fields.descriptiveDate,
    'The descriptive date must be a date, or SD and a time.',
  );
  const effective = at(fields.effectiveDate);
  expect(
    isShortDate(effective) &&
      isBankingDay(`20${effective.slice(0, 2)}-${effective.slice(2, 4)}-${effective.slice(4)}`),
    fields.effectiveDate,
    'The effective date must be a banking day.',
  );
  expect(at(fields.settlementDate) === '   ', fields.settlementDate, 'The settlement date must be blank.');
  expect(at(fields.originatorStatus) === '1', fields.originatorStatus, 'The originator status must be 1.');
  expect(isBankIdentification(at(fields.odfi)), fields.odfi, 'The originating bank must be 8 digits.');
  const batchNumber = numberOf(line, fields.batchNumber) ?? 0;
  expect(batchNumber > seen.batchNumber, fields.batchNumber, 'Batch numbers must ascend.');
  seen.batchNumber = Math.max(batchNumber, seen.batchNumber);
}

/** Validates record 8 against the batch header and totals. */
export function checkBatchControl(
  line: string,
  number: number,
  header: string,
  totals: ControlTotals,
  report: Report,
): void {
  const control = layout.batchControl;
  for (const field of ['serviceClass', 'companyId', 'odfi', 'batchNumber'] as const) {
    if (fieldOf(line, control[field]) !== fieldOf(header, layout.batchHeader[field])) {
      report(number, control[field], "The batch control does not repeat the batch header's value.");
    }
  }
  const names = {
    entriesAndAddenda: 'entry and addenda count',
    hash: 'entry hash',
    debit: 'debit total',
    credit: 'credit total',
  };
  for (const part of ['entriesAndAddenda', 'hash', 'debit', 'credit'] as const) {
    if (numberOf(line, control[part]) !== totals[part]) {
      const written = fieldOf(line, control[part]);
      report(
        number,
        control[part],
        `The batch's ${names[part]} is ${written}, but the entries total ${totals[part]}.`,
      );
    }
  }
  for (const field of [control.authenticationCode, control.reserved]) {
    if (fieldOf(line, field).trim() !== '') report(number, field, 'The field must be blank.');
  }
}

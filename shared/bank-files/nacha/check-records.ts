import { isRoutingNumber, routingCheckDigit } from '../../bank-accounts/routing-number.ts';
import { isBankingDay, isCalendarDate } from '../../calendar.ts';
import {
  blockingFactor,
  fieldOf,
  layout,
  numberOf,
  sumOfTotals,
  type ControlTotals,
  type Field,
} from './format.ts';

export type Report = (line: number, field: Field, message: string) => void;

const isShortDate = (text: string): boolean =>
  /^\d{6}$/.test(text) && isCalendarDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);

const isShortTime = (text: string): boolean => /^([01]\d|2[0-3])[0-5]\d$/.test(text);

const isBankIdentification = (text: string): boolean =>
  /^\d{8}$/.test(text) && isRoutingNumber(text + routingCheckDigit(text));

export function checkFileHeader(line: string, report: Report): void {
  const header = layout.fileHeader;
  const expect = (right: boolean, field: Field, message: string): void => {
    if (!right) report(1, field, message);
  };
  const at = (field: Field): string => fieldOf(line, field);
  expect(line.startsWith('1'), [1, 1], 'The first line must be the file header record (1).');
  expect(at(header.priorityCode) === '01', header.priorityCode, 'The priority code must be 01.');
  const destination = at(header.destination);
  expect(
    destination.startsWith(' ') && isRoutingNumber(destination.slice(1)),
    header.destination,
    'The immediate destination must be a blank and a valid routing number.',
  );
  expect(
    /^ ?[\x21-\x7e]{9,10}$/.test(at(header.origin)) && !/^ ?0+$/.test(at(header.origin)),
    header.origin,
    'The immediate origin must be 10 characters, or a blank and 9.',
  );
  expect(isShortDate(at(header.creationDate)), header.creationDate, 'The creation date is invalid.');
  expect(isShortTime(at(header.creationTime)), header.creationTime, 'The creation time is invalid.');
  expect(
    /^[A-Z0-9]$/.test(at(header.fileIdModifier)),
    header.fileIdModifier,
    'The file ID modifier is invalid.',
  );
  expect(at(header.recordSize) === '094', header.recordSize, 'The record size must be 094.');
  expect(at(header.blockingFactor) === '10', header.blockingFactor, 'The blocking factor must be 10.');
  expect(at(header.formatCode) === '1', header.formatCode, 'The format code must be 1.');
  expect(/^\S/.test(at(header.destinationName)), header.destinationName, 'The destination name is missing.');
  expect(/^\S/.test(at(header.originName)), header.originName, 'The origin name is missing.');
}

/** Validates record 5; batch numbers must ascend. */
export function checkBatchHeader(
  line: string,
  number: number,
  seen: { batchNumber: number },
  report: Report,
): void {
  const expect = (right: boolean, field: Field, message: string): void => {
    if (!right) report(number, field, message);
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
      const text = fieldOf(line, control[part]);
      report(
        number,
        control[part],
        `The batch's ${names[part]} is ${text}, but the entries total ${totals[part]}.`,
      );
    }
  }
  for (const field of [control.authenticationCode, control.reserved]) {
    if (fieldOf(line, field).trim() !== '') report(number, field, 'The field must be blank.');
  }
}

export function checkFileControl(
  line: string,
  { lines, end }: { lines: number; end: number },
  findings: ControlTotals[],
  report: Report,
): void {
  const total = sumOfTotals(findings);
  const expected: [Field, number, string][] = [
    [layout.fileControl.batches, findings.length, 'batch count'],
    [layout.fileControl.blocks, Math.ceil(lines / blockingFactor), 'block count'],
    [layout.fileControl.entriesAndAddenda, total.entriesAndAddenda, 'entry and addenda count'],
    [layout.fileControl.hash, total.hash, 'entry hash'],
    [layout.fileControl.debit, total.debit, 'debit total'],
    [layout.fileControl.credit, total.credit, 'credit total'],
  ];
  for (const [field, value, name] of expected) {
    if (numberOf(line, field) !== value) {
      report(
        end + 1,
        field,
        `The file's ${name} is ${fieldOf(line, field)}, but the records total ${value}.`,
      );
    }
  }
  if (fieldOf(line, layout.fileControl.reserved).trim() !== '') {
    report(end + 1, layout.fileControl.reserved, 'The reserved field must be blank.');
  }
}

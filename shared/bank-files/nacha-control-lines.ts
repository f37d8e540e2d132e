import { isBankingDay, isCalendarDate, type CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { BankSettings } from './bank-settings.ts';
import { recordLength, serviceClasses } from './nacha-codes.ts';
import type { ControlTotals, NachaBatch } from './nacha-file.ts';
import { isRoutingNumber } from '../bank-accounts/routing-number.ts';

const refuse = (sentence: string, field: string): never => {
  throw new Refusal('invalid', sentence, field);
};

function text(value: string, width: number, field: string): string {
  if (value.length > width)
    refuse(`The text has ${value.length} characters; the maximum is ${width}.`, field);
  if (!/^[\x20-\x7e]*$/.test(value))
    refuse('The text contains a character that the bank cannot read.', field);
  return value.padEnd(width);
}

function required(value: string, width: number, field: string): string {
  if (value.trim() === '') refuse('This text is required.', field);
  return text(value, width, field);
}

function digits(value: number, width: number, field: string): string {
  const written = String(value);
  if (!/^\d+$/.test(written) || written.length > width)
    refuse(`The number does not fit ${width} digits.`, field);
  return written.padStart(width, '0');
}

const shortDate = (date: CalendarDate): string => date.slice(2, 4) + date.slice(5, 7) + date.slice(8, 10);

function whole(line: string): string {
  return line.length === recordLength
    ? line
    : refuse('A record of the file is not 94 characters long.', 'settings');
}

/** Returns record 1. Throws for invalid settings and for a modifier other than A–Z or 0–9. */
export function fileHeaderLine(
  settings: BankSettings,
  stamp: { date: CalendarDate; time: string; fileIdModifier: string; reference?: string | undefined },
): string {
  if (!/^[A-Z0-9]$/.test(stamp.fileIdModifier)) {
    refuse('The file ID modifier must be a letter A to Z or a digit.', 'moment.fileIdModifier');
  }
  for (const field of ['destination', 'odfi'] as const) {
    if (!isRoutingNumber(settings[field])) refuse('The routing number is wrong.', `settings.${field}`);
  }
  if (!/^[\x21-\x7e]{9,10}$/.test(settings.origin) || /^0+$/.test(settings.origin)) {
    refuse('The origin must be the 9 or 10 characters assigned by the bank.', 'settings.origin');
  }
  return whole(
    `101 ${settings.destination}${settings.origin.padStart(10)}${shortDate(stamp.date)}${stamp.time}` +
      `${stamp.fileIdModifier}094101${required(settings.destinationName, 23, 'settings.destinationName')}` +
      `${required(settings.originName, 23, 'settings.originName')}${text(stamp.reference ?? '', 8, 'moment.reference')}`,
  );
}

/** Returns record 5. Throws when the effective date is not a banking day or a code or text is invalid. */
export function batchHeaderLine(settings: BankSettings, batch: NachaBatch, where: string): string {
  const classes: number[] = [serviceClasses.mixed, serviceClasses.credit, serviceClasses.debit];
  if (!classes.includes(batch.serviceClass)) {
    refuse('The service class must be 200, 220 or 225.', `${where}.serviceClass`);
  }
  if (!['CCD', 'PPD', 'WEB'].includes(batch.entryClass)) {
    refuse('The entry class must be CCD, PPD or WEB.', `${where}.entryClass`);
  }
  if (!isCalendarDate(batch.effectiveDate) || !isBankingDay(batch.effectiveDate)) {
    refuse('The effective date must be a banking day.', `${where}.effectiveDate`);
  }
  if (batch.sameDayAt !== undefined && !/^([01]\d|2[0-3])[0-5]\d$/.test(batch.sameDayAt)) {
    refuse('The time of a same-day batch must be four digits such as 1300.', `${where}.sameDayAt`);
  }
  const descriptive = batch.sameDayAt === undefined ? shortDate(batch.effectiveDate) : `SD${batch.sameDayAt}`;
  return whole(
    `5${batch.serviceClass}${required(settings.companyName, 16, 'settings.companyName')}` +
      text(settings.companyDiscretionaryData, 20, 'settings.companyDiscretionaryData') +
      `${companyId(settings, batch)}${batch.entryClass}${required(batch.description, 10, `${where}.description`)}` +
      `${descriptive}${shortDate(batch.effectiveDate)}   1${settings.odfi.slice(0, 8)}` +
      digits(batch.number, 7, `${where}.number`),
  );
}

const companyId = (settings: BankSettings, batch: NachaBatch): string =>
  required(batch.companyId ?? settings.companyId, 10, 'settings.companyId');

function totalFields(totals: ControlTotals, countWidth: number): string {
  return (
    digits(totals.entriesAndAddenda, countWidth, 'batches') +
    digits(totals.hash, 10, 'batches') +
    digits(totals.debit, 12, 'batches') +
    digits(totals.credit, 12, 'batches')
  );
}

export function batchControlLine(settings: BankSettings, batch: NachaBatch, totals: ControlTotals): string {
  return whole(
    `8${batch.serviceClass}${totalFields(totals, 6)}${companyId(settings, batch)}${' '.repeat(25)}` +
      `${settings.odfi.slice(0, 8)}${digits(batch.number, 7, 'batches')}`,
  );
}

export function fileControlLine(batches: number, blocks: number, totals: ControlTotals): string {
  return whole(
    `9${digits(batches, 6, 'batches')}${digits(blocks, 6, 'batches')}${totalFields(totals, 8)}${' '.repeat(39)}`,
  );
}

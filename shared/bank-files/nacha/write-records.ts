import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';
import { isBankingDay, isCalendarDate, type CalendarDate } from '../../calendar.ts';
import { Refusal } from '../../refusal.ts';
import {
  allowsDirection,
  amountLimit,
  meaningOfCode,
  recordLength,
  sameDayLimit,
  type ControlTotals,
  type NachaBatch,
  type NachaEntry,
  type NachaParties,
} from './format.ts';

const printable = /^[\x20-\x7e]*$/;
const refuse = (message: string, field: string): never => {
  throw new Refusal('invalid', message, field);
};

export const mustBe = (isRight: boolean, message: string, field: string): void => {
  if (!isRight) refuse(message, field);
};

function text(value: string, width: number, field: string): string {
  mustBe(value.length <= width, `The text has ${value.length} characters; the maximum is ${width}.`, field);
  mustBe(printable.test(value), 'The text contains a character that the bank cannot read.', field);
  return value.padEnd(width);
}

function required(value: string, width: number, field: string): string {
  mustBe(value.trim() !== '', 'This text is required.', field);
  return text(value, width, field);
}

function digits(value: number, width: number, field: string): string {
  const text = String(value);
  mustBe(/^\d+$/.test(text) && text.length <= width, `The number does not fit ${width} digits.`, field);
  return text.padStart(width, '0');
}

const shortDate = (date: CalendarDate): string => date.slice(2, 4) + date.slice(5, 7) + date.slice(8, 10);

function whole(line: string): string {
  mustBe(line.length === recordLength, 'A record of the file is not 94 characters long.', 'settings');
  return line;
}

export function fileHeaderLine(
  settings: NachaParties,
  stamp: { date: CalendarDate; time: string; fileIdModifier: string; reference?: string | undefined },
): string {
  const { destination, destinationName, origin, originName } = settings;
  const isModifier = /^[A-Z0-9]$/.test(stamp.fileIdModifier);
  mustBe(isModifier, 'The file ID modifier must be a letter A to Z or a digit.', 'moment.fileIdModifier');
  for (const field of ['destination', 'odfi'] as const)
    mustBe(isRoutingNumber(settings[field]), 'The routing number is wrong.', `settings.${field}`);
  const isOrigin = /^[\x21-\x7e]{9,10}$/.test(origin) && !/^0+$/.test(origin);
  mustBe(isOrigin, 'The origin must be the 9 or 10 characters assigned by the bank.', 'settings.origin');
  return whole(
    `101 ${destination}${origin.padStart(10)}${shortDate(stamp.date)}${stamp.time}` +
      `${stamp.fileIdModifier}094101${required(destinationName, 23, 'settings.destinationName')}` +
      `${required(originName, 23, 'settings.originName')}${text(stamp.reference ?? '', 8, 'moment.reference')}`,
  );
}

export function batchHeaderLine(settings: NachaParties, batch: NachaBatch, where: string): string {
  const { serviceClass, entryClass, effectiveDate, sameDayAt } = batch;
  const isClass = [200, 220, 225].includes(serviceClass);
  mustBe(isClass, 'The service class must be 200, 220 or 225.', `${where}.serviceClass`);
  const isEntryClass = ['CCD', 'PPD', 'WEB'].includes(entryClass);
  mustBe(isEntryClass, 'The entry class must be CCD, PPD or WEB.', `${where}.entryClass`);
  const isDate = isCalendarDate(effectiveDate) && isBankingDay(effectiveDate);
  mustBe(isDate, 'The effective date must be a banking day.', `${where}.effectiveDate`);
  const isTime = sameDayAt === undefined || /^([01]\d|2[0-3])[0-5]\d$/.test(sameDayAt);
  mustBe(isTime, 'The time of a same-day batch must be four digits such as 1300.', `${where}.sameDayAt`);
  const descriptive = sameDayAt === undefined ? shortDate(effectiveDate) : `SD${sameDayAt}`;
  return whole(
    `5${serviceClass}${required(settings.companyName, 16, 'settings.companyName')}` +
      text(settings.companyDiscretionaryData, 20, 'settings.companyDiscretionaryData') +
      `${companyId(settings, batch)}${entryClass}${required(batch.description, 10, `${where}.description`)}` +
      `${descriptive}${shortDate(effectiveDate)}   1${settings.odfi.slice(0, 8)}` +
      digits(batch.number, 7, `${where}.number`),
  );
}

const companyId = (settings: NachaParties, batch: NachaBatch): string =>
  required(batch.companyId ?? settings.companyId, 10, 'settings.companyId');

function totalFields(totals: ControlTotals, countWidth: number): string {
  return (
    digits(totals.entriesAndAddenda, countWidth, 'batches') +
    digits(totals.hash, 10, 'batches') +
    digits(totals.debit, 12, 'batches') +
    digits(totals.credit, 12, 'batches')
  );
}

export function batchControlLine(settings: NachaParties, batch: NachaBatch, totals: ControlTotals): string {
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

const idCharacters = /^[\x21-\x7e]{1,15}$/;

type EntryPosition = {
  settings: NachaParties;
  odfi: string;
  lastTrace: string;
  batchPath: string;
  index: number;
};

/** Returns record 6. Only lines of another length than 94 can have an overlong field. */
export function entryLine(batch: NachaBatch, entry: NachaEntry, position: EntryPosition): string {
  const line =
    `6${entry.transactionCode}${entry.routingNumber}${entry.accountNumber.padEnd(17)}` +
    `${String(entry.amount).padStart(10, '0')}${entry.id.padEnd(15)}${entry.name.padEnd(22)}` +
    `${entry.discretionaryData.padEnd(2)}${entry.addenda.length === 0 ? 0 : 1}${entry.trace}`;
  const error =
    amountError(batch, entry, position.settings) ??
    codeError(batch, entry) ??
    unless(isRoutingNumber(entry.routingNumber), 'The routing number is wrong.', 'routingNumber') ??
    traceError(entry, position) ??
    unless(idCharacters.test(entry.id), 'The id must be 1 to 15 characters without spaces.', 'id') ??
    (line.length === recordLength && printable.test(entry.name) && printable.test(entry.discretionaryData)
      ? undefined
      : textError(entry)) ??
    shapeError(batch, entry);
  if (error) refuse(error[0], `${position.batchPath}.entries.${position.index}.${error[1]}`);
  return line;
}

type FieldError = readonly [message: string, field: string];

const unless = (isRight: boolean, message: string, field: string): FieldError | undefined =>
  isRight ? undefined : [message, field];

function amountError(batch: NachaBatch, entry: NachaEntry, settings: NachaParties): FieldError | undefined {
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
  const isLimited = batch.sameDayAt !== undefined && !offset;
  return unless(!isLimited || amount <= sameDayLimit, 'A same-day entry is limited to $1,000,000.', 'amount');
}

function codeError(batch: NachaBatch, { transactionCode }: NachaEntry): FieldError | undefined {
  const meaning = meaningOfCode(transactionCode);
  const ours = transactionCode < 40 && (meaning?.purpose === 'payment' || meaning?.purpose === 'prenote');
  if (!meaning || !ours) return ['The portal does not send this transaction code.', 'transactionCode'];
  const message = `A batch with service class ${batch.serviceClass} cannot contain a ${meaning.direction}.`;
  return unless(allowsDirection(batch.serviceClass, meaning.direction), message, 'transactionCode');
}

function traceError({ trace }: NachaEntry, { odfi, lastTrace }: EntryPosition): FieldError | undefined {
  if (!/^\d{15}$/.test(trace)) return ['The trace number must be 15 digits.', 'trace'];
  if (!trace.startsWith(odfi)) return ['The trace number must begin with the originating bank.', 'trace'];
  return unless(trace > lastTrace, 'Trace numbers must ascend within the file.', 'trace');
}

function textError(entry: NachaEntry): FieldError {
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

function shapeError(batch: NachaBatch, entry: NachaEntry): FieldError | undefined {
  if (!/^\d{4,17}$/.test(entry.accountNumber))
    return ['The account number must be 4 to 17 digits.', 'accountNumber'];
  if (entry.name.trim() === '') return ['The name of the account holder is required.', 'name'];
  if (entry.addenda.length > 1) return ['An entry carries at most one addenda record.', 'addenda'];
  return unless(
    batch.entryClass !== 'WEB' || /^[RS] ?$/.test(entry.discretionaryData),
    'A WEB entry must have payment type R (recurring) or S (single).',
    'discretionaryData',
  );
}

import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';
import { isCalendarDate } from '../../calendar.ts';
import { isNachaChangeCode } from './change-codes.ts';
import {
  fieldOf,
  layout,
  meaningOfCode,
  numberOf,
  serviceClasses,
  type Direction,
  type Field,
} from './format.ts';
import type { EntryClassRule, NachaRecord, ReadEntry, TakeDown } from './read-common.ts';
import { isNachaReturnCode } from './return-codes.ts';

/** Layouts of record 6: most classes, international entries (IAT), and accounting advices (ADV). */
export type EntryShape = 'domestic' | 'international' | 'advice';

type FieldPositions = Record<
  'accountNumber' | 'amount' | 'id' | 'name' | 'discretionaryData' | 'trace',
  Field
>;
const nowhere: Field = [1, 0];

const fieldPositions: Record<EntryShape, FieldPositions> = {
  domestic: layout.entry,
  international: {
    ...layout.entry,
    accountNumber: [40, 74],
    id: nowhere,
    name: nowhere,
    discretionaryData: nowhere,
  },
  // Advices have the operator's routing number, the Julian date, and a sequence instead of a trace.
  advice: { ...layout.entry, accountNumber: [13, 27], amount: [28, 39], id: [49, 53] },
};

function directionOf(code: number, shape: EntryShape): Direction | undefined {
  if (shape !== 'advice') return meaningOfCode(code)?.direction;
  return code < 81 || code > 88 ? undefined : code % 2 === 1 ? 'credit' : 'debit';
}

export function readEntry({ text, line }: NachaRecord, shape: EntryShape, takeDown: TakeDown): ReadEntry {
  const position = fieldPositions[shape];
  const at = (field: Field): string => fieldOf(text, field);
  const wrong = (about: 'layout' | 'money', [position]: Field, message: string): void =>
    takeDown(about, line, position, message);
  const transactionCode = numberOf(text, layout.entry.transactionCode) ?? 0;
  const direction = directionOf(transactionCode, shape);
  if (!direction) wrong('money', layout.entry.transactionCode, 'The transaction code is unknown.');
  const amount = numberOf(text, position.amount);
  if (amount === undefined) wrong('money', position.amount, 'The amount must be digits.');
  const routingNumber = at(layout.entry.routingNumber);
  if (!isRoutingNumber(routingNumber)) {
    wrong('money', layout.entry.routingNumber, "The routing number's check digit is wrong.");
  }
  const accountNumber = at(position.accountNumber).trim();
  if (accountNumber === '') wrong('money', position.accountNumber, 'The account number is missing.');
  const trace = at(position.trace);
  if (!/^\d{15}$/.test(trace)) wrong('money', position.trace, 'The trace number must be 15 digits.');
  if (!/^[01]$/.test(at(layout.entry.addendaIndicator))) {
    wrong('layout', layout.entry.addendaIndicator, 'The addenda indicator must be 0 or 1.');
  }
  return {
    line,
    transactionCode,
    direction: direction ?? 'credit',
    routingNumber,
    accountNumber,
    amount: amount ?? 0,
    id: at(position.id).trim(),
    name: at(position.name).trim(),
    discretionaryData: at(position.discretionaryData).trim(),
    trace,
    remittances: [],
    otherAddenda: [],
  };
}

export function entryShapeOf(serviceClass: number, entryClass: string, companyName: string): EntryShape {
  if (serviceClass === serviceClasses.advice || entryClass === 'ADV') return 'advice';
  return entryClass === 'IAT' || companyName === 'IATCOR' ? 'international' : 'domestic';
}

export const accountPositionOf = (shape: EntryShape): Field => fieldPositions[shape].accountNumber;

const reason = { code: [4, 6], originalTrace: [7, 21], originalBank: [28, 35] } as const;
const returned = { dateOfDeath: [22, 27], information: [36, 79] } as const;
const correctedData: Field = [36, 64];
const internationalReceiver: Field = [47, 81];

/** Reads record 7 into its entry: 705 remittance, 798 change, 799 return; other types are copied. */
export function readAddenda(
  { text, line }: NachaRecord,
  entry: ReadEntry,
  shape: EntryShape,
  takeDown: TakeDown,
): void {
  const at = (field: Field): string => fieldOf(text, field);
  const wrong = (about: 'layout' | 'code', [position]: Field, message: string): void =>
    takeDown(about, line, position, message);
  const type = at(layout.addenda.typeCode);
  const code = at(reason.code).toUpperCase();
  const originalTrace = at(reason.originalTrace);
  const originalBank = at(reason.originalBank).trim();
  const numbered = type === '05' || (shape === 'international' && /^1[0-8]$/.test(type));
  if (
    numbered &&
    Number(at(layout.addenda.entrySequence).trim() || Number.NaN) !== Number(entry.trace.slice(8))
  ) {
    wrong(
      'layout',
      layout.addenda.entrySequence,
      "The addenda's entry number is not the end of the entry's trace.",
    );
  }
  if (type === '05') {
    if (!Number(at(layout.addenda.sequence)))
      wrong('layout', layout.addenda.sequence, 'The addenda has no sequence number.');
    entry.remittances.push(at(layout.addenda.information).trimEnd());
    return;
  }
  if (type === '98' || type === '99') {
    if (!/^\d{15}$/.test(originalTrace))
      wrong('layout', reason.originalTrace, 'The original trace must be 15 digits.');
  }
  if (type === '98') {
    if (!isNachaChangeCode(code)) wrong('code', reason.code, `The change code ${code} is unknown.`);
    if (at(correctedData).trim() === '') wrong('layout', correctedData, 'The corrected data is missing.');
    entry.change = { code, originalTrace, originalBank, correctedData: at(correctedData).trimEnd() };
  } else if (type === '99') {
    if (!isNachaReturnCode(code)) wrong('code', reason.code, `The return code ${code} is unknown.`);
    const information = at(returned.information).trim();
    entry.returned = {
      code,
      originalTrace,
      originalBank,
      dateOfDeath: dateOfDeath(at(returned.dateOfDeath)),
      information,
    };
  } else if (type === '02' || (shape === 'international' && /^1[0-8]$/.test(type))) {
    entry.otherAddenda.push(text);
    if (type === '10') entry.name = at(internationalReceiver).trim();
  } else {
    wrong('layout', layout.addenda.typeCode, `An addenda of type ${type} is not allowed here.`);
  }
}

// The year is in this century; 000000 and blanks mean none.
function dateOfDeath(text: string): string | undefined {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return /^\d{6}$/.test(text) && isCalendarDate(date) ? date : undefined;
}

const mandatoryInternational = ['10', '11', '12', '13', '14', '15', '16'];

export function checkAmount(
  entry: ReadEntry,
  shape: EntryShape,
  rule: EntryClassRule,
  takeDown: TakeDown,
): void {
  const wrong = (message: string): void => takeDown('money', entry.line, layout.entry.amount[0], message);
  const purpose = meaningOfCode(entry.transactionCode)?.purpose;
  const informs = purpose === 'prenote';
  const changeOnly = entry.change !== undefined && shape === 'domestic';
  if (entry.amount !== 0) {
    if (informs || changeOnly) wrong('An informational entry must have a zero amount.');
    return;
  }
  // Returned prenotes have a zero amount and an ordinary return code.
  const mayBeZero = informs || changeOnly || rule.zeroAmount || purpose === 'return';
  if (!mayBeZero) wrong('The amount is zero.');
}

export function checkAddenda(
  entry: ReadEntry,
  rule: EntryClassRule,
  shape: EntryShape,
  line: string,
  takeDown: TakeDown,
): void {
  const wrong = (message: string): void =>
    takeDown('layout', entry.line, layout.entry.addendaIndicator[0], message);
  const came = entry.returned !== undefined || entry.change !== undefined;
  const addendaCount = entry.remittances.length + entry.otherAddenda.length + (came ? 1 : 0);
  const promised = fieldOf(line, layout.entry.addendaIndicator) === '1';
  if (promised !== addendaCount > 0) wrong('The addenda indicator does not match the addenda records.');
  if (entry.remittances.length > rule.remittances) wrong('The entry has more addenda than its class allows.');
  if (rule.terminalAddenda && !came && entry.otherAddenda.length !== 1) wrong('The 702 addenda is missing.');
  if (rule.countsAddendaInName && Number(line.slice(54, 58)) !== addendaCount) {
    wrong('The addenda count of the entry does not match the addenda records.');
  }
  if (shape === 'international') {
    const types = new Set(entry.otherAddenda.map((record) => fieldOf(record, layout.addenda.typeCode)));
    if (mandatoryInternational.some((type) => !types.has(type)))
      wrong('A mandatory international addenda is missing.');
  }
}

import type { CalendarDate } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import {
  fieldOf,
  numberOf,
  type ControlTotals,
  type Direction,
  type Field,
  type FileError,
} from './format.ts';

/** Problem of a received file. With unknown codes only, the file is still returned. */
export type ReadError = FileError & { about: 'layout' | 'money' | 'code' };

type EntryReturn = {
  code: string;
  originalTrace: string;
  originalBank: string;
  dateOfDeath: CalendarDate | undefined;
  information: string;
};

type EntryChange = {
  code: string;
  originalTrace: string;
  originalBank: string;
  correctedData: string;
};

/** Entry as read. `remittances` are 705 texts, `otherAddenda` complete records of other types. */
export type ReadEntry = {
  line: number;
  transactionCode: number;
  direction: Direction;
  routingNumber: string;
  accountNumber: string;
  amount: Cents;
  id: string;
  name: string;
  discretionaryData: string;
  trace: string;
  remittances: string[];
  otherAddenda: string[];
  returned?: EntryReturn;
  change?: EntryChange;
};

export type ReadBatch = {
  serviceClass: number;
  companyName: string;
  companyId: string;
  entryClass: string;
  description: string;
  descriptiveDate: string;
  effectiveDate: CalendarDate | undefined;
  odfi: string;
  number: number;
  entries: ReadEntry[];
  totals: ControlTotals;
};

export type ReadNachaFile = {
  destination: string;
  origin: string;
  destinationName: string;
  originName: string;
  createdOn: CalendarDate;
  createdAt: string;
  fileIdModifier: string;
  reference: string;
  batches: ReadBatch[];
  totals: ControlTotals;
};

export type TakeDown = (about: ReadError['about'], line: number, position: number, message: string) => void;

export type NachaRecord = { text: string; line: number };

/**
 * Rules of a standard entry class (SEC): directions, 705 and 702 addenda, an addenda count inside the name, zero
 * amounts.
 */
export type EntryClassRule = {
  direction?: Direction;
  remittances: number;
  terminalAddenda?: true;
  countsAddendaInName?: true;
  zeroAmount?: true;
};

const rules = new Map<string, EntryClassRule>(
  Object.entries({
    ACK: { direction: 'credit', remittances: 1, zeroAmount: true },
    ADV: { remittances: 0 },
    ARC: { direction: 'debit', remittances: 0 },
    ATX: { direction: 'credit', remittances: 9999, countsAddendaInName: true, zeroAmount: true },
    BOC: { direction: 'debit', remittances: 0 },
    CCD: { remittances: 1 },
    CIE: { direction: 'credit', remittances: 1 },
    COR: { remittances: 0, zeroAmount: true },
    CTX: { remittances: 9999, countsAddendaInName: true },
    DNE: { direction: 'credit', remittances: 1, zeroAmount: true },
    ENR: { remittances: 9999, zeroAmount: true },
    IAT: { remittances: 0 },
    MTE: { remittances: 0, terminalAddenda: true },
    POP: { direction: 'debit', remittances: 0 },
    POS: { direction: 'debit', remittances: 0, terminalAddenda: true },
    PPD: { remittances: 1 },
    RCK: { direction: 'debit', remittances: 0 },
    SHR: { direction: 'debit', remittances: 0, terminalAddenda: true },
    TEL: { direction: 'debit', remittances: 0 },
    TRC: { direction: 'debit', remittances: 0 },
    TRX: { direction: 'debit', remittances: 9999, countsAddendaInName: true },
    WEB: { remittances: 1 },
    XCK: { direction: 'debit', remittances: 0 },
  } satisfies Record<string, EntryClassRule>),
);

export const entryClassRule = (entryClass: string): EntryClassRule | undefined => rules.get(entryClass);

export function checkTotal(
  { text, line }: NachaRecord,
  field: Field,
  value: number,
  name: string,
  takeDown: TakeDown,
): void {
  if (numberOf(text, field) === value) return;
  takeDown(
    'money',
    line,
    field[0],
    `The ${name} is ${fieldOf(text, field)}, but the records total ${value}.`,
  );
}

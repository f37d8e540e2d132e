import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Direction } from './nacha-codes.ts';
import type { ControlTotals } from './nacha-file.ts';
import type { FileProblem } from './nacha-layout.ts';

/**
 * Problem of a received file: unreadable layout, money that does not balance or cannot be trusted, or an unknown reason
 * code (the file is still returned, and the entry is quarantined).
 */
export type ReadProblem = FileProblem & { about: 'layout' | 'money' | 'code' };

/** 799 addenda: return code, original trace and bank, and additional information. */
type EntryReturn = {
  code: string;
  originalTrace: string;
  originalBank: string;
  dateOfDeath: CalendarDate | undefined;
  information: string;
};

/** 798 addenda: change code, original trace and bank, and 29 characters of corrected data. */
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

/** Records a problem at a one-based line and position. */
export type TakeDown = (
  about: ReadProblem['about'],
  line: number,
  position: number,
  sentence: string,
) => void;

import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Direction } from './nacha-codes.ts';
import type { ControlTotals } from './nacha-file.ts';
import type { FileProblem } from './nacha-layout.ts';

/**
 * Why a file is not taken as it is: its layout cannot be read, its money does not add up or cannot be trusted, or
 * it holds a reason code nobody knows (then the file is still there, and the entry belongs in quarantine).
 */
export type ReadProblem = FileProblem & { about: 'layout' | 'money' | 'code' };

/** A 799: the code, the trace and bank of the entry that was sent, and what the bank adds. */
type EntryReturn = {
  code: string;
  originalTrace: string;
  originalBank: string;
  dateOfDeath: CalendarDate | undefined;
  information: string;
};

/** A 798: the change code, the trace and bank of the entry that was sent, and 29 characters of corrected data. */
type EntryChange = {
  code: string;
  originalTrace: string;
  originalBank: string;
  correctedData: string;
};

/** An entry as it was read; `remittances` are the 705 texts, `otherAddenda` whole records of other types. */
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

/** Takes down one problem: what it is about, line and position counted from 1, and what is wrong. */
export type TakeDown = (
  about: ReadProblem['about'],
  line: number,
  position: number,
  sentence: string,
) => void;

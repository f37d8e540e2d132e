import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { type Direction, recordLength } from './nacha-codes.ts';
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

/** Record of a received file: 94 characters and their line number. */
export type NachaRecord = { text: string; line: number };

const incompleteEnd = 'The file ends with extra characters.';

/**
 * Splits a file into records, lenient about layout: any or no line endings, missing or extra trailing blanks, blank
 * lines at the end, a byte order mark. Characters outside printable ASCII are problems because their meaning is
 * ambiguous.
 */
export function recordsOf(file: string | Uint8Array): { records: NachaRecord[]; problems: ReadProblem[] } {
  // Latin-1 maps each byte to one character, so string and byte positions are equal.
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const content = text.replace(/^(\uFEFF|\u00EF\u00BB\u00BF)/, '').trimEnd();
  const lines = content.split(/\r\n|\n|\r/);
  const unbroken = lines.length === 1 && content.length > recordLength;
  const problems: ReadProblem[] = [];
  const records = (unbroken ? cut(content) : lines).map((whole, index): NachaRecord => {
    const line = index + 1;
    const record = whole.trimEnd();
    const note = (position: number, sentence: string): void => {
      problems.push({ about: 'layout', line, position, sentence });
    };
    const strange = record.search(/[^\x20-\x7e]/);
    if (strange !== -1) note(strange + 1, 'The character is not printable ASCII.');
    if (record.length > recordLength) {
      note(recordLength + 1, `The line has ${record.length} characters instead of 94.`);
    }
    // Only a file control may be shorter because its last field is blank.
    const endsEarly = unbroken && whole.length < recordLength;
    if (endsEarly && (!/^9\d{54,}$/.test(record) || /^9+$/.test(record))) note(1, incompleteEnd);
    return { text: record.padEnd(recordLength), line };
  });
  return { records, problems };
}

function cut(text: string): string[] {
  const records: string[] = [];
  for (let from = 0; from < text.length; from += recordLength)
    records.push(text.slice(from, from + recordLength));
  return records;
}

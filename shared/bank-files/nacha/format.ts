import type { AccountType } from '../../bank-accounts/bank-account.ts';
import type { CalendarDate } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

/** Direction of money from the receiver's account perspective. */
export type Direction = 'credit' | 'debit';

/** Service class of a batch: 200 mixed, 220 credits, 225 debits, 280 accounting advices. */
export const serviceClasses = { mixed: 200, credit: 220, debit: 225, advice: 280 } as const;

/** Exclusive limit of an entry amount: ten digits of cents (twelve in totals). */
export const amountLimit = 10_000_000_000;
export const totalLimit = 1_000_000_000_000;
export const hashModulus = 10_000_000_000;

export const sameDayLimit = 100_000_000; // cents per entry, since 2022
export const maximumLines = 10_000;
export const recordLength = 94;
export const blockingFactor = 10;

type CodeMeaning = { direction: Direction; purpose: 'payment' | 'prenote' | 'return' | 'remittance' };

const families = [2, 3, 4, 5]; // checking, savings, general ledger, loan
const endings: [number, CodeMeaning][] = [
  [1, { direction: 'credit', purpose: 'return' }],
  [2, { direction: 'credit', purpose: 'payment' }],
  [3, { direction: 'credit', purpose: 'prenote' }],
  [4, { direction: 'credit', purpose: 'remittance' }],
  [6, { direction: 'debit', purpose: 'return' }],
  [7, { direction: 'debit', purpose: 'payment' }],
  [8, { direction: 'debit', purpose: 'prenote' }],
  [9, { direction: 'debit', purpose: 'remittance' }],
];

// A loan account can be debited only to reverse a credit (55); its return is 56.
const meanings = new Map<number, CodeMeaning>(
  families
    .flatMap((family) =>
      endings.map(([ending, meaning]): [number, CodeMeaning] => [family * 10 + ending, meaning]),
    )
    .filter(([code]) => code < 57),
);
meanings.set(55, { direction: 'debit', purpose: 'payment' });

export const meaningOfCode = (transactionCode: number): CodeMeaning | undefined =>
  meanings.get(transactionCode);

/** Returns the transaction code of a payment (22, 27, 32, 37) or of its zero-amount prenote (23, 28, 33, 38). */
export function transactionCodeFor(direction: Direction, account: AccountType, prenote = false): number {
  return (account === 'checking' ? 20 : 30) + (direction === 'credit' ? 2 : 7) + (prenote ? 1 : 0);
}

export const allowsDirection = (serviceClass: number, direction: Direction): boolean =>
  serviceClass === serviceClasses.mixed || serviceClass === serviceClasses[direction];

/** First and last position of a field, one-based as in the NACHA specification. */
export type Field = readonly [from: number, to: number];

/** Field positions by record type (Nacha Operating Rules, appendix three). */
export const layout = {
  fileHeader: {
    priorityCode: [2, 3],
    destination: [4, 13],
    origin: [14, 23],
    creationDate: [24, 29],
    creationTime: [30, 33],
    fileIdModifier: [34, 34],
    recordSize: [35, 37],
    blockingFactor: [38, 39],
    formatCode: [40, 40],
    destinationName: [41, 63],
    originName: [64, 86],
    reference: [87, 94],
  },
  batchHeader: {
    serviceClass: [2, 4],
    companyName: [5, 20],
    companyDiscretionaryData: [21, 40],
    companyId: [41, 50],
    entryClass: [51, 53],
    description: [54, 63],
    descriptiveDate: [64, 69],
    effectiveDate: [70, 75],
    settlementDate: [76, 78],
    originatorStatus: [79, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  },
  entry: {
    transactionCode: [2, 3],
    routingNumber: [4, 12],
    accountNumber: [13, 29],
    amount: [30, 39],
    id: [40, 54],
    name: [55, 76],
    discretionaryData: [77, 78],
    addendaIndicator: [79, 79],
    trace: [80, 94],
  },
  addenda: {
    typeCode: [2, 3],
    information: [4, 83],
    sequence: [84, 87],
    entrySequence: [88, 94],
  },
  batchControl: {
    serviceClass: [2, 4],
    entriesAndAddenda: [5, 10],
    hash: [11, 20],
    debit: [21, 32],
    credit: [33, 44],
    companyId: [45, 54],
    authenticationCode: [55, 73],
    reserved: [74, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  },
  fileControl: {
    batches: [2, 7],
    blocks: [8, 13],
    entriesAndAddenda: [14, 21],
    hash: [22, 31],
    debit: [32, 43],
    credit: [44, 55],
    reserved: [56, 94],
  },
} as const satisfies Record<string, Record<string, Field>>;

export const fieldOf = (line: string, [from, to]: Field): string => line.slice(from - 1, to);

export function numberOf(line: string, field: Field): number | undefined {
  const text = fieldOf(line, field);
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Problem with a file; line and position are one-based (line 0: the whole file). */
export type FileError = { line: number; position: number; message: string };

/**
 * Entry (record 6): amount in cents, payment key as `id`, transliterated name, and at most one 705 text of 80
 * characters.
 */
export type NachaEntry = {
  transactionCode: number;
  routingNumber: string;
  accountNumber: string;
  amount: Cents;
  id: string;
  name: string;
  discretionaryData: string;
  trace: string;
  addenda: string[];
};

/** Entries with the same company, class, description, and settlement date (records 5 and 8). `sameDayAt` is `hhmm`. */
export type NachaBatch = {
  serviceClass: number;
  entryClass: string;
  description: string;
  companyId?: string | undefined;
  effectiveDate: CalendarDate;
  sameDayAt?: string | undefined;
  number: number;
  entries: NachaEntry[];
};

export type ControlTotals = { entriesAndAddenda: number; hash: number; debit: Cents; credit: Cents };

export const noTotals = (): ControlTotals => ({ entriesAndAddenda: 0, hash: 0, debit: 0, credit: 0 });

export const sumOfTotals = (parts: Iterable<ControlTotals>): ControlTotals => {
  const sum = noTotals();
  for (const part of parts) {
    sum.entriesAndAddenda += part.entriesAndAddenda;
    sum.hash = (sum.hash + part.hash) % hashModulus;
    sum.debit += part.debit;
    sum.credit += part.credit;
  }
  return sum;
};

export interface NachaParties {
  destination: string;
  destinationName: string;
  origin: string;
  originName: string;
  companyName: string;
  companyId: string;
  companyDiscretionaryData: string;
  odfi: string;
  offsetAccount?: { routingNumber: string; accountNumber: string } | undefined;
}

export type LineEnd = { lineEnd: 'lf' | 'crlf' };

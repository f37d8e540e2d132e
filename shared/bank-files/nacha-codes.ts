import type { AccountType } from '../bank-accounts/account-number.ts';

/** Direction of money from the receiver's account perspective. */
export type Direction = 'credit' | 'debit';

/** Service class of a batch: 200 mixed, 220 credits, 225 debits, 280 accounting advices. */
export const serviceClasses = { mixed: 200, credit: 220, debit: 225, advice: 280 } as const;

/** Exclusive limit of an entry amount: ten digits of cents (twelve in totals). */
export const amountLimit = 10_000_000_000;
export const totalLimit = 1_000_000_000_000;
export const hashModulus = 10_000_000_000;

/** Maximum lines (records and padding) per file. */
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

/** Returns the meaning of a transaction code; undefined for unknown codes. */
export const meaningOfCode = (transactionCode: number): CodeMeaning | undefined =>
  meanings.get(transactionCode);

/** Returns the transaction code of a payment (22, 27, 32, 37) or of its zero-amount prenote (23, 28, 33, 38). */
export function transactionCodeFor(direction: Direction, account: AccountType, prenote = false): number {
  return (account === 'checking' ? 20 : 30) + (direction === 'credit' ? 2 : 7) + (prenote ? 1 : 0);
}

export function serviceClassFor(directions: Iterable<Direction>): 200 | 220 | 225 {
  const found = new Set(directions);
  return found.size > 1
    ? serviceClasses.mixed
    : found.has('debit')
      ? serviceClasses.debit
      : serviceClasses.credit;
}

export const allowsDirection = (serviceClass: number, direction: Direction): boolean =>
  serviceClass === serviceClasses.mixed || serviceClass === serviceClasses[direction];

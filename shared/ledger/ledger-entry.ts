import * as z from 'zod';
import { ledgerTail } from '../payments/payment.ts';

/**
 * Ledger accounts of a payment. Every step moves an amount between two accounts, so all balances always total zero;
 * `owed` is the contra account of generated payments.
 */
export const ledgerAccounts = [
  { id: 'owed', name: 'Owed' },
  { id: 'corrections', name: 'Corrections' },
  { id: 'to send', name: 'To send' },
  { id: 'submitted', name: 'Submitted' },
  { id: 'received', name: 'Received by the bank' },
  { id: 'returned', name: 'Returned' },
  { id: 'completed', name: 'Completed' },
  { id: 'canceled', name: 'Canceled' },
  { id: 'external', name: 'Sent externally' },
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number]['id'];
const account = z.enum(ledgerAccounts.map(({ id }) => id));

const ledgerEvents = [
  'generated',
  'removed',
  'corrected',
  'submitted',
  'retried',
  'acknowledged',
  'settled',
  'returned',
  'canceled',
  'sent externally',
  'reversed',
  'reversal returned',
] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];

/** Positive cents moved from one account (credit) to another (debit). */
const ledgerStep = z.object({
  event: z.enum(ledgerEvents),
  credit: account,
  debit: account,
  amount: z.int().positive(),
});
export type LedgerStep = z.output<typeof ledgerStep>;

/** Cents by account; accounts with zero are omitted. */
export const balances = z.partialRecord(account, z.int());
export type Balances = z.output<typeof balances>;

/** Immutable entry for a payment change, written in its transaction. `at` is the ISO instant of posting. */
export const ledgerEntry = ledgerTail.extend({
  paymentId: z.string(),
  payee: z.string(),
  partnerId: z.string(),
  /** The month of the payment; entries are sealed by the month of posting. */
  periodId: z.string(),
  paymentTypeId: z.int(),
  at: z.string(),
  steps: z.array(ledgerStep),
  /** Balances of the payment after this entry. */
  balances,
  /** Hash of the previous entry; empty for the first entry of a life. */
  previousHash: z.string(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** Returns the balances after steps. Throws for steps that move nothing. */
export function balancesAfter(before: Balances, steps: readonly LedgerStep[]): Balances {
  const after: Balances = { ...before };
  for (const { credit, debit, amount } of steps) {
    after[credit] = (after[credit] ?? 0) - amount;
    after[debit] = (after[debit] ?? 0) + amount;
  }
  return withoutZeros(after);
}

export function addBalances(left: Balances, other: Balances): Balances {
  const sum: Balances = {};
  for (const { id } of ledgerAccounts) sum[id] = (left[id] ?? 0) + (other[id] ?? 0);
  return withoutZeros(sum);
}

/** Sorts accounts and omits zeros, so equal balances have equal text. */
export function withoutZeros(some: Balances): Balances {
  const nonZero: Balances = {};
  for (const { id } of ledgerAccounts) {
    const amount = some[id];
    if (amount !== undefined && amount !== 0) nonZero[id] = amount;
  }
  return nonZero;
}

export const isSameBalance = (left: Balances, other: Balances): boolean =>
  ledgerAccounts.every(({ id }) => (left[id] ?? 0) === (other[id] ?? 0));

/** Returns the text to hash: every field except the hash, in a fixed order. */
export const textOfEntry = (entry: Omit<LedgerEntry, 'hash'>): string =>
  JSON.stringify([
    entry.paymentId,
    entry.payee,
    entry.partnerId,
    entry.periodId,
    entry.paymentTypeId,
    entry.life,
    entry.sequence,
    entry.at,
    entry.steps.map(({ event, credit, debit, amount }) => [event, credit, debit, amount]),
    ledgerAccounts.map(({ id }) => entry.balances[id] ?? 0),
    entry.previousHash,
  ]);

import * as z from 'zod';

/**
 * Where a payment's cents can be. Every step moves an amount from one account to another, so the balances of all accounts
 * always come to zero; `owed` is the other side of what was generated.
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

/** What moved the cents. */
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
] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];

/** Cents, above zero, taken from one account (credit) and put into another (debit). */
const ledgerStep = z.object({
  event: z.enum(ledgerEvents),
  credit: account,
  debit: account,
  amount: z.int().positive(),
});
export type LedgerStep = z.output<typeof ledgerStep>;

/** The cents in each account; one that is not named holds none. */
export const balances = z.partialRecord(account, z.int());
export type Balances = z.output<typeof balances>;

/** Where a payment's chain of entries ends. A payment that is removed and made again begins another life. */
export const ledgerTail = z.object({ life: z.string(), sequence: z.int(), hash: z.string() });
export type LedgerTail = z.output<typeof ledgerTail>;

/** One change of a payment, written in its transaction and never changed. `at` is the ISO instant of the posting. */
export const ledgerEntry = ledgerTail.extend({
  paymentId: z.string(),
  payee: z.string(),
  partnerId: z.string(),
  /** The month that the payment is of; the entry is sealed with the month of its posting. */
  periodId: z.string(),
  paymentTypeId: z.int(),
  at: z.string(),
  steps: z.array(ledgerStep),
  /** What the payment's cents come to after this entry. */
  balances,
  /** The hash of the entry before; empty for the first of a life. */
  previousHash: z.string(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** The balances after steps; throws where a step moves nothing. */
export function balancesAfter(before: Balances, steps: readonly LedgerStep[]): Balances {
  const after: Balances = { ...before };
  for (const { credit, debit, amount } of steps) {
    after[credit] = (after[credit] ?? 0) - amount;
    after[debit] = (after[debit] ?? 0) + amount;
  }
  return withoutZeros(after);
}

/** Two balances together. */
export const addBalances = (one: Balances, other: Balances): Balances =>
  withoutZeros(Object.fromEntries(ledgerAccounts.map(({ id }) => [id, (one[id] ?? 0) + (other[id] ?? 0)])));

/** Accounts in their own order and none that is empty, so that equal balances are equal texts. */
export const withoutZeros = (some: Balances): Balances =>
  Object.fromEntries(
    ledgerAccounts.flatMap(({ id }) => (some[id] === undefined || some[id] === 0 ? [] : [[id, some[id]]])),
  );

/** True when two balances hold the same cents. */
export const isSameBalance = (one: Balances, other: Balances): boolean =>
  ledgerAccounts.every(({ id }) => (one[id] ?? 0) === (other[id] ?? 0));

/** The text that an entry's hash is of: every field but the hash itself, in one order. */
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

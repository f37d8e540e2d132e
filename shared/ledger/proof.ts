import * as z from 'zod';
import { money } from '../money.ts';
import {
  addBalances,
  balances,
  balancesAfter,
  isSameBalance,
  ledgerAccounts,
  ledgerEntry,
  type Balances,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerEvent,
} from './ledger-entry.ts';
import { balancesOf, isPosted } from './payment-steps.ts';
import type { Payment } from '../payments/payment.ts';
import { refundProblem } from '../payments/refund.ts';

/** A line that does not add up: a payment and its entries that say different things, or an entry that was changed. */
const finding = z.object({ paymentId: z.string(), payee: z.string(), problem: z.string(), amount: z.int() });
type Finding = z.output<typeof finding>;

/** What a group of payments came to, in cents. */
export const proofSums = z.object({
  owed: z.int(),
  corrected: z.int(),
  sent: z.int(),
  acknowledged: z.int(),
  returned: z.int(),
  retried: z.int(),
  settled: z.int(),
  /** Of what is outstanding, what was not sent yet. */
  toSend: z.int(),
  /** On its way, waiting to be sent, or returned and not decided. */
  outstanding: z.int(),
  canceled: z.int(),
  external: z.int(),
  unexplained: z.int(),
});
export type ProofSums = z.output<typeof proofSums>;
export const noSums: ProofSums = proofSums.parse(
  Object.fromEntries(Object.keys(proofSums.shape).map((name) => [name, 0])),
);
const sumKeys = Object.keys(proofSums.shape) as (keyof ProofSums)[];

/** Two groups' sums together. */
export const addSums = (one: ProofSums, other: ProofSums): ProofSums =>
  proofSums.parse(Object.fromEntries(sumKeys.map((name) => [name, one[name] + other[name]])));

/** The proof of one partner's payments of a month and type. At most `mostFindings` lines are named. */
export const groupProof = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  paymentTypeId: z.int(),
  payments: z.int(),
  entries: z.int(),
  ...proofSums.shape,
  /** Where its cents are now. */
  balances: balances.default({}),
  findings: z.array(finding),
  findingCount: z.int(),
});
export type GroupProof = z.output<typeof groupProof>;
const mostFindings = 20;

/** As people see them: amounts in dollars on the wire. */
export const amountsOnWire = Object.fromEntries(
  sumKeys.map((name) => [name, money({ least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER })]),
) as Record<keyof ProofSums, ReturnType<typeof money>>;
export const findingRow = finding.extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) });

/**
 * What was read of a group so far, of a fixed size however many payments the group has. Entries come payment after payment,
 * each chain in its order; `open` is the last one read, whose payment may have more.
 */
export const proofState = z.object({
  sums: proofSums,
  payments: z.int(),
  entries: z.int(),
  balances,
  findings: z.array(finding),
  findingCount: z.int(),
  open: ledgerEntry.nullable(),
});
export type ProofState = z.output<typeof proofState>;

export const beginProof = (): ProofState => ({
  sums: { ...noSums },
  payments: 0,
  entries: 0,
  balances: {},
  findings: [],
  findingCount: 0,
  open: null,
});

const sumOfEvent: Partial<Record<LedgerEvent, keyof ProofSums>> = {
  submitted: 'sent',
  acknowledged: 'acknowledged',
  returned: 'returned',
  retried: 'retried',
  settled: 'settled',
};

function say(state: ProofState, found: Finding): void {
  state.findingCount += 1;
  if (state.findings.length < mostFindings) state.findings.push(found);
}

/**
 * Reads one entry: its own hash, its place in the chain, and whether its steps lead from one balance to the next. Returns
 * the last entry of the payment before, where this one is another payment's. A later life takes the place of one that
 * ended with nothing.
 */
export function proveEntry(state: ProofState, entry: LedgerEntry, hash: string): LedgerEntry | null {
  const { paymentId, payee } = entry;
  const isSamePayment = state.open?.paymentId === paymentId;
  const ended = isSamePayment ? null : state.open;
  const before = isSamePayment ? state.open : null;
  const told = (problem: string) => say(state, { paymentId, payee, problem, amount: 0 });
  const last = before?.life === entry.life ? before : null;
  if (hash !== entry.hash) told(`Entry ${entry.sequence} was changed after it was written.`);
  if (entry.sequence !== (last ? last.sequence + 1 : 1))
    told(`An entry before entry ${entry.sequence} is missing.`);
  else if (entry.previousHash !== (last?.hash ?? ''))
    told(`Entry ${entry.sequence} does not follow the entry before it.`);
  if (!last && before && !isSameBalance(before.balances, {}))
    told('The payment was made again before the entries of its earlier life came to nothing.');
  if (!isSameBalance(balancesAfter(last?.balances ?? {}, entry.steps), entry.balances))
    told(`The steps of entry ${entry.sequence} do not lead to its balance.`);
  for (const { event, amount } of entry.steps) {
    const name = sumOfEvent[event];
    if (name) state.sums[name] += amount;
  }
  state.entries += 1;
  state.open = entry;
  return ended;
}

const at = (held: Balances, account: LedgerAccount): number => held[account] ?? 0;

/** How many cents of a payment are elsewhere than its entries say. */
const difference = (one: Balances, other: Balances): number =>
  ledgerAccounts.reduce((most, { id }) => Math.max(most, Math.abs(at(one, id) - at(other, id))), 0);

/**
 * Compares the last entry of a payment with the payment as stored now, and adds it up. `tail` null: it has no entry;
 * `payment` undefined: it was removed. `repaid` is the dues that a refund repays.
 */
export function provePayment(
  state: ProofState,
  tail: LedgerEntry | null,
  payment: Payment | undefined,
  repaid?: Payment,
): void {
  const stored = payment && isPosted(payment) ? payment : undefined;
  const paymentId = tail?.paymentId ?? stored?.id;
  if (paymentId === undefined) return;
  const payee = tail?.payee ?? (stored?.kind === 'partner' ? stored.partnerName : paymentId);
  const [told, held] = [tail?.balances ?? {}, stored ? balancesOf(stored) : {}];
  const amount = difference(told, held);
  state.sums.unexplained += amount;
  if (amount > 0) say(state, { paymentId, payee, problem: 'The payment and its entries differ.', amount });
  else if (stored?.ledger && (stored.ledger.hash !== tail?.hash || stored.ledger.life !== tail.life))
    say(state, { paymentId, payee, problem: 'The last entry of this payment is missing.', amount: 0 });
  const mismatch = stored && refundProblem(stored, repaid);
  if (mismatch) say(state, { paymentId, payee, problem: mismatch, amount: stored.amountToBeSent });
  if (stored) state.payments += 1;
  state.balances = addBalances(state.balances, told);
}

/** What a group came to, once every entry and payment was read. */
export function endProof({
  sums,
  payments,
  entries,
  balances: total,
  findings,
  findingCount,
}: ProofState): Omit<GroupProof, 'partnerId' | 'partnerName' | 'paymentTypeId'> {
  return {
    ...sums,
    payments,
    entries,
    owed: 0 - at(total, 'owed'),
    corrected: at(total, 'corrections'),
    toSend: at(total, 'to send'),
    outstanding:
      at(total, 'to send') + at(total, 'submitted') + at(total, 'received') + at(total, 'returned'),
    canceled: at(total, 'canceled'),
    external: at(total, 'external'),
    balances: total,
    findings,
    findingCount,
  };
}

import * as z from 'zod';
import { money } from '../money.ts';
import {
  addBalances,
  balances,
  balancesAfter,
  isSameBalance,
  ledgerAccounts,
  type Balances,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerEvent,
} from './ledger-entry.ts';
import { balancesOf, isPosted } from './payment-steps.ts';
import type { Payment } from '../payments/payment.ts';

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

/** What was read of a group's entries so far; entries come payment after payment, each chain in its order. */
export interface ProofState {
  sums: ProofSums;
  entries: number;
  findings: Finding[];
  /** The last entry of each chain by payment; a later life takes the place of one that ended with nothing. */
  tails: Map<string, LedgerEntry>;
}

export const beginProof = (): ProofState => ({ sums: noSums, entries: 0, findings: [], tails: new Map() });

const sumOfEvent: Partial<Record<LedgerEvent, keyof ProofSums>> = {
  submitted: 'sent',
  acknowledged: 'acknowledged',
  returned: 'returned',
  retried: 'retried',
  settled: 'settled',
};

/** Reads one entry: its own hash, its place in the chain, and whether its steps lead from one balance to the next. */
export function proveEntry(state: ProofState, entry: LedgerEntry, hash: string): void {
  const { paymentId, payee } = entry;
  const before = state.tails.get(paymentId);
  const say = (problem: string) => state.findings.push({ paymentId, payee, problem, amount: 0 });
  const isNext = before?.life === entry.life;
  if (hash !== entry.hash) say(`Entry ${entry.sequence} was changed after it was written.`);
  if (entry.sequence !== (isNext ? before.sequence + 1 : 1))
    say(`An entry before entry ${entry.sequence} is missing.`);
  else if (entry.previousHash !== (isNext ? before.hash : ''))
    say(`Entry ${entry.sequence} does not follow the entry before it.`);
  if (!isNext && before && !isSameBalance(before.balances, {}))
    say('The payment was made again before the entries of its earlier life came to nothing.');
  if (!isSameBalance(balancesAfter(isNext ? before.balances : {}, entry.steps), entry.balances))
    say(`The steps of entry ${entry.sequence} do not lead to its balance.`);
  for (const { event, amount } of entry.steps) {
    const name = sumOfEvent[event];
    if (name) state.sums = { ...state.sums, [name]: state.sums[name] + amount };
  }
  state.entries += 1;
  state.tails.set(paymentId, entry);
}

const at = (balances: Balances, account: LedgerAccount): number => balances[account] ?? 0;

/** How many cents of a payment are elsewhere than its entries say. */
const difference = (one: Balances, other: Balances): number =>
  ledgerAccounts.reduce((most, { id }) => Math.max(most, Math.abs(at(one, id) - at(other, id))), 0);

/** Compares the entries with the payments themselves, and adds up. `payments` are those of the group as stored now. */
export function endProof(
  { sums, entries, findings, tails }: ProofState,
  payments: readonly Payment[],
): Omit<GroupProof, 'partnerId' | 'partnerName' | 'paymentTypeId'> {
  const stored = new Map(payments.filter(isPosted).map((one) => [one.id, one]));
  let [unexplained, total] = [0, {} as Balances];
  const compare = (paymentId: string, payee: string, tail: LedgerEntry | undefined) => {
    const payment = stored.get(paymentId);
    const [told, held] = [tail?.balances ?? {}, payment ? balancesOf(payment) : {}];
    const amount = difference(told, held);
    unexplained += amount;
    if (amount > 0)
      findings.push({ paymentId, payee, problem: 'The payment and its entries differ.', amount });
    else if (payment?.ledger && (payment.ledger.hash !== tail?.hash || payment.ledger.life !== tail.life))
      findings.push({ paymentId, payee, problem: 'The last entry of this payment is missing.', amount: 0 });
    total = addBalances(total, told);
  };
  for (const [id, tail] of tails) compare(id, tail.payee, tail);
  for (const { id, kind, ...one } of stored.values())
    if (!tails.has(id)) compare(id, kind === 'partner' ? one.partnerName : id, undefined);
  return {
    ...sums,
    payments: stored.size,
    entries,
    owed: 0 - at(total, 'owed'),
    corrected: at(total, 'corrections'),
    toSend: at(total, 'to send'),
    outstanding:
      at(total, 'to send') + at(total, 'submitted') + at(total, 'received') + at(total, 'returned'),
    canceled: at(total, 'canceled'),
    external: at(total, 'external'),
    unexplained,
    balances: total,
    findings: findings.slice(0, mostFindings),
    findingCount: findings.length,
  };
}

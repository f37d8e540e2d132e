import { endsAuthorization, isDebit } from '../bank-files/debit-authorization.ts';
import { correctableCode } from '../bank-files/nacha/return-codes.ts';
import { completed, received, returned, submitted, type Payment } from '../payments/payment.ts';
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
import { refundError, reimbursementError, reversalError } from '../payments/refund.ts';

/** Returns why the attempts of a payment and their returns are inconsistent, for the proof, or undefined. */
function attemptError(payment: Payment): string | undefined {
  const { status, attempts } = payment;
  const traces = attempts.flatMap(({ trace }) => trace ?? []);
  if (new Set(traces).size < traces.length)
    return 'Two of its attempts have the same trace number, so a return cannot be assigned to one of them.';
  const last = attempts.at(-1);
  if (last && status === returned && !last.returned)
    return 'It is returned, but no return belongs to its last attempt.';
  if (last?.returned && [submitted, received, completed].some((sent) => sent === status))
    return 'Its last attempt was returned, but it counts as sent.';
  const code = attempts.slice(0, -1).find((attempt) => isUnauthorized(attempt.returned?.code))
    ?.returned?.code;
  return code && isDebit(payment)
    ? `It was withdrawn again after the bank returned it as not authorized (${code}).`
    : undefined;
}

/** Entries returned by R11 may be corrected and sent again. */
const isUnauthorized = (code: string | null | undefined): boolean =>
  Boolean(code) && code !== correctableCode && endsAuthorization(code ?? '');

/** Difference between a payment and its entries, or a modified entry. */
const finding = z.object({ paymentId: z.string(), payee: z.string(), problem: z.string(), amount: z.int() });
type Finding = z.output<typeof finding>;

/** Totals of a group of payments, in cents. */
export const proofSums = z.object({
  owed: z.int(),
  corrected: z.int(),
  sent: z.int(),
  acknowledged: z.int(),
  returned: z.int(),
  retried: z.int(),
  settled: z.int(),
  /** The part of the outstanding amount that was not sent yet. */
  toSend: z.int(),
  /** Submitted, waiting to be sent, or returned without a decision. */
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

export const addSums = (left: ProofSums, other: ProofSums): ProofSums =>
  proofSums.parse(Object.fromEntries(sumKeys.map((name) => [name, left[name] + other[name]])));

/** Proof of one partner's payments of a month and type. Lists at most `mostFindings` findings. */
export const groupProof = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  paymentTypeId: z.int(),
  payments: z.int(),
  entries: z.int(),
  ...proofSums.shape,
  /** Amounts by ledger account. */
  balances: balances.default({}),
  findings: z.array(finding),
  findingCount: z.int(),
});
export type GroupProof = z.output<typeof groupProof>;
const mostFindings = 20;

/** Amounts are dollars on the wire. */
export const amountsOnWire = Object.fromEntries(
  sumKeys.map((name) => [name, money({ least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER })]),
) as Record<keyof ProofSums, ReturnType<typeof money>>;
export const findingRow = finding.extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) });

/**
 * Progress of proving a group; its size does not depend on the number of payments. Entries arrive grouped by payment,
 * each chain in order; `open` is the last entry read; its payment may have more.
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

function addFinding(state: ProofState, finding: Finding): void {
  state.findingCount += 1;
  if (state.findings.length < mostFindings) state.findings.push(finding);
}

/**
 * Proves one entry: hash, position in the chain, and steps between balances. Returns the last entry of the previous
 * payment when a new payment begins. A new life may replace one that ended with zero balances.
 */
export function proveEntry(state: ProofState, entry: LedgerEntry, hash: string): LedgerEntry | null {
  const { paymentId, payee } = entry;
  const isSamePayment = state.open?.paymentId === paymentId;
  const ended = isSamePayment ? null : state.open;
  const before = isSamePayment ? state.open : null;
  const report = (text: string) => addFinding(state, { paymentId, payee, problem: text, amount: 0 });
  const last = before?.life === entry.life ? before : null;
  if (hash !== entry.hash) report(`Entry ${entry.sequence} was changed after it was written.`);
  if (entry.sequence !== (last ? last.sequence + 1 : 1))
    report(`An entry before entry ${entry.sequence} is missing.`);
  else if (entry.previousHash !== (last?.hash ?? ''))
    report(`Entry ${entry.sequence} does not continue the previous entry.`);
  if (!last && before && !isSameBalance(before.balances, {}))
    report('The payment was created again before the entries of its earlier life were reversed.');
  if (!isSameBalance(balancesAfter(last?.balances ?? {}, entry.steps), entry.balances))
    report(`The steps of entry ${entry.sequence} do not result in its balance.`);
  for (const { event, amount } of entry.steps) {
    const name = sumOfEvent[event];
    if (name) state.sums[name] += amount;
  }
  state.entries += 1;
  state.open = entry;
  return ended;
}

const at = (held: Balances, account: LedgerAccount): number => held[account] ?? 0;

/** Returns the difference in cents between a payment's balances and those of its entries. */
const difference = (left: Balances, other: Balances): number =>
  ledgerAccounts.reduce((most, { id }) => Math.max(most, Math.abs(at(left, id) - at(other, id))), 0);

/**
 * Compares the last entry of a payment with the stored payment and adds it to the totals. `tail` null: no entries;
 * `payment` undefined: deleted. `dues` are those that a refund repays, or those of the months that a reimbursement
 * pays for; `debitProblem` is the reason why it should not have been withdrawn (debit-error.ts).
 */
export function provePayment(
  state: ProofState,
  tail: LedgerEntry | null,
  payment: Payment | undefined,
  { dues = [], debitProblem }: { dues?: readonly Payment[]; debitProblem?: string | undefined } = {},
): void {
  const stored = payment && isPosted(payment) ? payment : undefined;
  const paymentId = tail?.paymentId ?? stored?.id;
  if (paymentId === undefined) return;
  const payee = tail?.payee ?? (stored?.kind === 'partner' ? stored.partnerName : paymentId);
  const [fromEntries, held] = [tail?.balances ?? {}, stored ? balancesOf(stored) : {}];
  const amount = difference(fromEntries, held);
  state.sums.unexplained += amount;
  if (amount > 0)
    addFinding(state, { paymentId, payee, problem: 'The payment and its entries differ.', amount });
  else if (stored?.ledger && (stored.ledger.hash !== tail?.hash || stored.ledger.life !== tail.life))
    addFinding(state, { paymentId, payee, problem: 'The last entry of this payment is missing.', amount: 0 });
  const mismatch =
    stored &&
    (reversalError(stored) ??
      refundError(stored, dues[0]) ??
      reimbursementError(stored, dues) ??
      attemptError(stored) ??
      debitProblem);
  if (mismatch) addFinding(state, { paymentId, payee, problem: mismatch, amount: stored.amountToBeSent });
  if (stored) state.payments += 1;
  state.balances = addBalances(state.balances, fromEntries);
}

/** Returns the proof after all entries and payments were read. */
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

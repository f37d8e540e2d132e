import { payeeNameOf } from '../payments/payee-name.ts';
import * as z from 'zod';
import { maskedNumber } from '../bank-accounts/bank-account.ts';
import type { Cents } from '../money.ts';
import { nameAtBank } from './bank-flows.ts';
import {
  lineNotes,
  memberIdOf,
  notesOf,
  payeeNumberOf,
  waitingByReason,
  type ExcludedPayment,
  type LastSent,
  type LineNote,
  type SelectedPayment,
} from './bank-run.ts';

const shownLine = z.object({
  paymentId: z.string(),
  memberId: z.string().nullable(),
  trace: z.string(),
  name: z.string(),
  number: z.string(),
  nameOnAccount: z.string(),
  nameAtBank: z.string(),
  accountNumber: z.string(),
  amount: z.int(),
  notes: z.array(z.enum(lineNotes)),
});
const excludedPayment = z.object({
  memberId: z.string().nullable(),
  name: z.string(),
  amount: z.int(),
  reason: z.string(),
});

/** Summary of the payments of a run or of a part of it. Amounts are cents. */
export const checkSummary = z.object({
  paymentCount: z.int(),
  amount: z.int(),
  highestEntry: z.int(),
  counts: z.object({
    newAccounts: z.int(),
    changedAccounts: z.int(),
    unusualAmounts: z.int(),
    changedNames: z.int(),
    shortenedNames: z.int(),
  }),
  /** The first hundred to review; their traces are assigned when the file is built. */
  lines: z.array(shownLine),
  /** The first hundred excluded payments. */
  excluded: z.array(excludedPayment),
  excludedCount: z.int(),
  waiting: z.array(z.object({ reason: z.string(), count: z.int(), amount: z.int() })),
});
export type CheckSummary = z.output<typeof checkSummary>;
type ShownLine = CheckSummary['lines'][number];

const linesShown = 100;

const toLookAtFirst = (lines: readonly ShownLine[]): ShownLine[] =>
  lines.toSorted((left, other) => other.notes.length - left.notes.length).slice(0, linesShown);

/** Summarizes selected and excluded payments, compared with the last payments sent (by payment ID). */
export function summaryOf(
  selected: readonly SelectedPayment[],
  excluded: readonly ExcludedPayment[],
  last: ReadonlyMap<string, LastSent>,
  unusualAmount: Cents,
): CheckSummary {
  const lines = selected.map((line): ShownLine => {
    const { payment, account } = line;
    return {
      paymentId: payment.id,
      memberId: memberIdOf(payment),
      trace: '',
      name: payeeNameOf(payment),
      number: payeeNumberOf(payment),
      nameOnAccount: account.nameOnAccount,
      nameAtBank: nameAtBank(account.nameOnAccount),
      accountNumber: maskedNumber(account.lastFour),
      amount: payment.amountToBeSent,
      notes: notesOf(line, last.get(payment.id), unusualAmount),
    };
  });
  const count = (note: LineNote) => lines.filter(({ notes }) => notes.includes(note)).length;
  return {
    paymentCount: lines.length,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    highestEntry: lines.reduce((most, { amount }) => Math.max(most, amount), 0),
    counts: {
      newAccounts: count('new account'),
      changedAccounts: count('changed account'),
      unusualAmounts: count('unusual amount'),
      changedNames: count('name changed'),
      shortenedNames: count('name shortened'),
    },
    lines: toLookAtFirst(lines),
    excluded: excluded.slice(0, linesShown),
    excludedCount: excluded.length,
    waiting: waitingByReason(excluded),
  };
}

/** Combines the summaries of two consecutive parts of a run. */
export function addSummaries(one: CheckSummary, other: CheckSummary): CheckSummary {
  const counts = Object.fromEntries(
    Object.entries(one.counts).map(([name, count]) => [
      name,
      count + other.counts[name as keyof CheckSummary['counts']],
    ]),
  ) as CheckSummary['counts'];
  const reasons = [...new Set([...one.waiting, ...other.waiting].map(({ reason }) => reason))];
  const waiting = reasons.map((reason) => {
    const both = [...one.waiting, ...other.waiting].filter((group) => group.reason === reason);
    return {
      reason,
      count: both.reduce((sum, { count }) => sum + count, 0),
      amount: both.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
  return {
    paymentCount: one.paymentCount + other.paymentCount,
    amount: one.amount + other.amount,
    highestEntry: Math.max(one.highestEntry, other.highestEntry),
    counts,
    lines: toLookAtFirst([...one.lines, ...other.lines]),
    excluded: [...one.excluded, ...other.excluded].slice(0, linesShown),
    excludedCount: one.excludedCount + other.excludedCount,
    waiting: waiting.toSorted((first, second) => second.count - first.count),
  };
}

export const withTraces = (
  { lines, ...summary }: CheckSummary,
  traces: ReadonlyMap<string, string>,
): CheckSummary => ({
  ...summary,
  lines: lines.map((line) => ({ ...line, trace: traces.get(line.paymentId) ?? line.trace })),
});

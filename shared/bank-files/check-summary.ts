import { payeeNameOf } from '../payments/payment.ts';
import * as z from 'zod';
import { maskedNumber } from '../bank-accounts/bank-account.ts';
import { approvalNeeded } from './approval.ts';
import { money, type Cents } from '../money.ts';
import { onWire } from '../wire-names.ts';
import { nameAtBank } from './bank-flows.ts';
import {
  excludedPayment,
  lineNotes,
  memberIdOf,
  notesOf,
  payeeNumberOf,
  addedGroups,
  waitingByReason,
  type ExcludedPayment,
  type LastSent,
  type LineNote,
  type SelectedPayment,
} from './bank-run.ts';

const summaryPayment = z.object({
  paymentId: z.string(),
  memberId: z.string().nullable(),
  trace: z.string(),
  /** Full name and number of the payee; for members, the number of the home facility. */
  name: z.string(),
  number: z.string(),
  nameOnAccount: z.string(),
  nameAtBank: z.string(),
  accountNumber: z.string(),
  amount: z.int(),
  notes: z.array(z.enum(lineNotes)),
});
const counts = z.object({
  newAccounts: z.int(),
  changedAccounts: z.int(),
  unusualAmounts: z.int(),
  changedNames: z.int(),
  shortenedNames: z.int(),
});
const waitingGroup = excludedPayment
  .pick({ reason: true, amount: true, kind: true })
  .extend({ count: z.int() });

export const checkSummary = z.object({
  paymentCount: z.int(),
  amount: z.int(),
  highestEntry: z.int(),
  counts,
  lines: z.array(summaryPayment),
  excluded: z.array(excludedPayment),
  excludedCount: z.int(),
  waiting: z.array(waitingGroup),
});
export type CheckSummary = z.output<typeof checkSummary>;
type SummaryPayment = CheckSummary['lines'][number];

const total = money({ most: Number.MAX_SAFE_INTEGER });

export const checkResponse = z.object({
  isAchUploadAvailable: z.boolean(),
  errorMessage: z.string().nullable(),
  message: z.string(),
  submitText: z.string(),
  /** SHA-256 of the files' bytes except modifiers and traces. Sending requires it. */
  runHash: onWire('hash', z.string().nullable()),
  files: z.array(
    z.object({
      /** Contains a question mark for the modifier, which is assigned at sending. */
      name: z.string(),
      fileHash: onWire('hash', z.string()),
      paymentCount: z.int(),
      debit: total,
      credit: total,
    }),
  ),
  paymentCount: z.int(),
  totals: z.object({
    debit: total,
    credit: total,
  }),
  effectiveDate: z.string().nullable(),
  counts,
  lines: z.array(summaryPayment.omit({ paymentId: true }).extend({ amount: money() })),
  excluded: z.array(excludedPayment.extend({ amount: money() })),
  excludedCount: z.int(),
  waiting: z.array(waitingGroup.extend({ amount: total })),
  /** The job of a large check; poll with this ID. Null otherwise. */
  jobId: z.string().nullable(),
  hasMore: z.boolean(),
  hasPin: z.boolean(),
  approval: approvalNeeded,
});
export type CheckResponse = z.output<typeof checkResponse>;

const maxSummaryPayments = 100;

const toLookAtFirst = (payments: readonly SummaryPayment[]): SummaryPayment[] =>
  payments.toSorted((left, other) => other.notes.length - left.notes.length).slice(0, maxSummaryPayments);

export function summaryOf(
  selected: readonly SelectedPayment[],
  excluded: readonly ExcludedPayment[],
  last: ReadonlyMap<string, LastSent>,
  unusualAmount: Cents,
): CheckSummary {
  const payments = selected.map((each): SummaryPayment => {
    const { payment, account } = each;
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
      notes: notesOf(each, last.get(payment.id), unusualAmount),
    };
  });
  const count = (note: LineNote) => payments.filter(({ notes }) => notes.includes(note)).length;
  return {
    paymentCount: payments.length,
    amount: payments.reduce((sum, { amount }) => sum + amount, 0),
    highestEntry: payments.reduce((most, { amount }) => Math.max(most, amount), 0),
    counts: {
      newAccounts: count('new account'),
      changedAccounts: count('changed account'),
      unusualAmounts: count('unusual amount'),
      changedNames: count('name changed'),
      shortenedNames: count('name shortened'),
    },
    lines: toLookAtFirst(payments),
    excluded: excluded.slice(0, maxSummaryPayments),
    excludedCount: excluded.length,
    waiting: waitingByReason(excluded),
  };
}

export function addSummaries(left: CheckSummary, other: CheckSummary): CheckSummary {
  const added = Object.fromEntries(
    Object.entries(left.counts).map(([name, count]) => [
      name,
      count + other.counts[name as keyof CheckSummary['counts']],
    ]),
  ) as CheckSummary['counts'];
  return {
    paymentCount: left.paymentCount + other.paymentCount,
    amount: left.amount + other.amount,
    highestEntry: Math.max(left.highestEntry, other.highestEntry),
    counts: added,
    lines: toLookAtFirst([...left.lines, ...other.lines]),
    excluded: [...left.excluded, ...other.excluded].slice(0, maxSummaryPayments),
    excludedCount: left.excludedCount + other.excludedCount,
    waiting: addedGroups([...left.waiting, ...other.waiting]),
  };
}

export const withTraces = (
  { lines: payments, ...summary }: CheckSummary,
  traces: ReadonlyMap<string, string>,
): CheckSummary => ({
  ...summary,
  lines: payments.map((payment) => ({ ...payment, trace: traces.get(payment.paymentId) ?? payment.trace })),
});

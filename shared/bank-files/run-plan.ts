import * as z from 'zod';
import { bankFlows } from './bank-flow-table.ts';
import { bankFilePurposes } from './bank-file.ts';
import { accountValidation } from './prenotes/prenote.ts';
import { runFilter, type SelectedPayment, type RunFilter } from './bank-run.ts';

/** One payment of a planned file: which version of it and of its account the file was made from. Amounts in cents. */
export const plannedEntry = z.object({
  paymentId: z.string(),
  paymentVersion: z.int(),
  payeeToken: z.string(),
  accountVersion: z.int(),
  trace: z.string(),
  /** The trace number of the entry that a reversal takes back. */
  reversedTrace: z.string().optional(),
  name: z.string(),
  lastFour: z.string(),
  amount: z.int(),
  /** SHA-256 of the entry as the bank reads it. */
  entryDigest: z.string(),
  /** How the account of a WEB debit was validated. */
  validatedBy: accountValidation.optional(),
});
export type PlannedEntry = z.output<typeof plannedEntry>;

export const plannedFile = z.object({
  id: z.string(),
  name: z.string(),
  fileHash: z.string(),
  fileIdModifier: z.string(),
  /**
   * The file's place in its day and the sequence of its first trace. Of payments: its place in the run, and traces that
   * begin at 1, as long as the real numbers are not assigned.
   */
  place: z.int(),
  firstTrace: z.int(),
  debit: z.int(),
  credit: z.int(),
  paymentCount: z.int(),
  /** What the file moves and when, without numbers and names: a file with the same one repeats it. */
  contentDigest: z.string(),
});

/**
 * Everything that makes the bytes of a run's files, but for the account numbers. Made at the preview and never changed:
 * sending builds from it again and must come to the same hash, before it replaces the modifier and the traces.
 */
export const runPlan = z.object({
  runHash: z.string(),
  bankFlow: z.enum(bankFlows),
  /** Left out: payments. */
  purpose: z.enum(bankFilePurposes).optional(),
  filter: runFilter,
  /** The file that a reversal takes back. */
  reverses: z.string().optional(),
  /** ISO instant that is in the file header. */
  instant: z.string(),
  createdOn: z.string(),
  effectiveDate: z.string(),
  /** Equal ones make equal files. */
  inputDigest: z.string(),
  paymentCount: z.int(),
  amount: z.int(),
  highestEntry: z.int(),
  newAccounts: z.int(),
  changedAccounts: z.int(),
  /** Their payments are kept beside the plan, a list for each file. */
  files: z.array(plannedFile),
});
export type PlannedFile = z.output<typeof plannedFile>;
export type RunPlan = z.output<typeof runPlan>;

/** True when two filters choose the same payments. */
export const isSameFilter = (one: RunFilter, other: RunFilter): boolean =>
  one.flow === other.flow &&
  one.programPaymentTypeId === other.programPaymentTypeId &&
  one.paymentTypeId === other.paymentTypeId &&
  one.partnerId === other.partnerId &&
  one.periodId === other.periodId;

/** What is known of the moment of sending before a payment is read. */
export interface SendingMoment {
  today: string;
  effectiveDate: string;
}

/** Why a previewed file cannot be sent any more, whatever its payments are; undefined when it can. */
export function whatPassed(plan: RunPlan, now: SendingMoment): string | undefined {
  if (plan.createdOn !== now.today) return 'The preview is from another day.';
  if (plan.effectiveDate !== now.effectiveDate) return "Today's cutoff has passed.";
  return undefined;
}

/** Why the previewed payments are no longer those that would be sent, as a sentence; undefined when nothing differs. */
export function whatChanged(
  previewed: readonly PlannedEntry[],
  now: readonly SelectedPayment[],
): string | undefined {
  const planned = new Map(previewed.map((line) => [line.paymentId, line]));
  const current = new Map(now.map((line) => [line.payment.id, line]));
  const gone = [...planned.values()].find(({ paymentId }) => !current.has(paymentId));
  if (gone) return `The payment of ${gone.name} can no longer be sent.`;
  for (const [id, { payment, account }] of current) {
    const line = planned.get(id);
    if (!line) return 'There is another payment to send.';
    if (line.amount !== payment.amountToBeSent) return `The amount of ${line.name} changed.`;
    if (line.payeeToken !== account.payeeToken || line.accountVersion !== account.version)
      return `The bank account of ${line.name} changed.`;
    if (line.paymentVersion !== payment.version) return `The payment of ${line.name} changed.`;
  }
  return undefined;
}

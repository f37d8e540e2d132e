import * as z from 'zod';
import { bankFlows } from './bank-flow-table.ts';
import { bankFilePurposes } from './bank-file.ts';
import { accountValidation } from './prenotes/prenote.ts';
import { runFilter, type SelectedPayment, type RunFilter } from './bank-run.ts';

/** Payment of a planned file with the versions of the payment and its account. Amounts in cents. */
export const plannedEntry = z.object({
  paymentId: z.string(),
  paymentVersion: z.int(),
  payeeToken: z.string(),
  accountVersion: z.int(),
  trace: z.string(),
  /** Trace number of the reversed entry. */
  reversedTrace: z.string().optional(),
  name: z.string(),
  lastFour: z.string(),
  amount: z.int(),
  /** SHA-256 of the canonical entry. */
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
   * Daily position of the file and its first trace sequence. For payments, position in the run and traces from 1 until
   * the final numbers are assigned.
   */
  place: z.int(),
  firstTrace: z.int(),
  debit: z.int(),
  credit: z.int(),
  paymentCount: z.int(),
  /** Digest of amounts, accounts, and date, without numbers and names; equal digests identify a repeated file. */
  contentDigest: z.string(),
});

/**
 * Everything that determines the bytes of a run's files, except account numbers. Created at the preview and immutable:
 * sending rebuilds the files and must produce the same hash before modifiers and traces are replaced.
 */
export const runPlan = z.object({
  runHash: z.string(),
  bankFlow: z.enum(bankFlows),
  /** Defaults to payments. */
  purpose: z.enum(bankFilePurposes).optional(),
  filter: runFilter,
  /** ID of the reversed file. */
  reverses: z.string().optional(),
  /** ISO instant in the file header. */
  instant: z.string(),
  createdOn: z.string(),
  effectiveDate: z.string(),
  /** Equal digests produce equal files. */
  inputDigest: z.string(),
  paymentCount: z.int(),
  amount: z.int(),
  highestEntry: z.int(),
  newAccounts: z.int(),
  changedAccounts: z.int(),
  /** Entries are stored separately, one list per file. */
  files: z.array(plannedFile),
});
export type PlannedFile = z.output<typeof plannedFile>;
export type RunPlan = z.output<typeof runPlan>;

export const isSameFilter = (one: RunFilter, other: RunFilter): boolean =>
  one.flow === other.flow &&
  one.programPaymentTypeId === other.programPaymentTypeId &&
  one.paymentTypeId === other.paymentTypeId &&
  one.partnerId === other.partnerId &&
  one.periodId === other.periodId;

/** Conditions at sending, known before payments are loaded. */
export interface SendingMoment {
  today: string;
  effectiveDate: string;
}

/** Returns why a preview has expired, regardless of its payments; undefined when it is valid. */
export function whatPassed(plan: RunPlan, now: SendingMoment): string | undefined {
  if (plan.createdOn !== now.today) return 'The preview is from another day.';
  if (plan.effectiveDate !== now.effectiveDate) return "Today's cutoff has passed.";
  return undefined;
}

/** Returns how the current payments differ from the previewed ones; undefined when equal. */
export function whatChanged(
  previewed: readonly PlannedEntry[],
  now: readonly SelectedPayment[],
): string | undefined {
  const planned = new Map(previewed.map((line) => [line.paymentId, line]));
  const current = new Map(now.map((line) => [line.payment.id, line]));
  const gone = [...planned.values()].find(({ paymentId }) => !current.has(paymentId));
  if (gone) return `The payment for ${gone.name} can no longer be sent.`;
  for (const [id, { payment, account }] of current) {
    const line = planned.get(id);
    if (!line) return 'Another payment is now ready to send.';
    if (line.amount !== payment.amountToBeSent) return `The amount for ${line.name} changed.`;
    if (line.payeeToken !== account.payeeToken || line.accountVersion !== account.version)
      return `The bank account of ${line.name} changed.`;
    if (line.paymentVersion !== payment.version) return `The payment for ${line.name} changed.`;
  }
  return undefined;
}

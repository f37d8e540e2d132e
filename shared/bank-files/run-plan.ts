import * as z from 'zod';
import { bankFlows } from './bank-flow-table.ts';
import { accountValidation } from './prenote.ts';
import { runFilter, type SelectedPayment, type RunFilter } from './bank-run.ts';

const ofEveryEntry = {
  payeeToken: z.string(),
  trace: z.string(),
  name: z.string(),
  lastFour: z.string(),
  /** SHA-256 of the canonical entry. */
  entryDigest: z.string(),
};

/** Entry of a payment, with the versions of the payment and its account. Amounts are cents. */
export const plannedPayment = z.object({
  ...ofEveryEntry,
  paymentId: z.string(),
  paymentVersion: z.int(),
  accountVersion: z.int(),
  amount: z.int(),
  validatedBy: accountValidation.optional(),
});
export const plannedPrenote = z.object({ ...ofEveryEntry, accountVersion: z.int() });
export const plannedReversal = z.object({
  ...ofEveryEntry,
  reversedTrace: z.string(),
  paymentId: z.string(),
  amount: z.int(),
});
export type PlannedPayment = z.output<typeof plannedPayment>;
export type PlannedPrenote = z.output<typeof plannedPrenote>;
export type PlannedReversal = z.output<typeof plannedReversal>;
export type PlannedEntry = PlannedPayment | PlannedPrenote | PlannedReversal;

const ofEveryFile = {
  id: z.string(),
  name: z.string(),
  fileHash: z.string(),
  fileIdModifier: z.string(),
  /**
   * Daily position and first trace sequence; for payments, relative to the run until the final numbers are assigned.
   */
  place: z.int(),
  firstTrace: z.int(),
  debit: z.int(),
  credit: z.int(),
  paymentCount: z.int(),
};
export const plannedFile = z.object({
  ...ofEveryFile,
  /** Digest of amounts, accounts, and date, without numbers and names; equal digests identify a repeated file. */
  contentDigest: z.string(),
});
const plannedSingleFile = z.object(ofEveryFile);

const ofEveryPlan = {
  runHash: z.string(),
  bankFlow: z.enum(bankFlows),
  filter: runFilter,
  /** ISO instant in the file header. */
  instant: z.string(),
  createdOn: z.string(),
  effectiveDate: z.string(),
};

const paymentPlan = z.object({
  ...ofEveryPlan,
  // Plans stored before this attribute existed are payments.
  purpose: z.literal('payments').default('payments'),
  /** Equal digests produce equal files. */
  inputDigest: z.string(),
  paymentCount: z.int(),
  amount: z.int(),
  highestEntry: z.int(),
  newAccounts: z.int(),
  changedAccounts: z.int(),
  files: z.array(plannedFile),
});
const prenotePlan = z.object({
  ...ofEveryPlan,
  purpose: z.literal('prenotes'),
  files: z.array(plannedSingleFile),
});
const reversalPlan = z.object({
  ...ofEveryPlan,
  purpose: z.literal('reversal'),
  reverses: z.string(),
  files: z.array(plannedSingleFile),
});

/**
 * Everything that determines the bytes of a run's files, except account numbers. Immutable: sending rebuilds the files
 * and must produce the same hash before numbers are replaced.
 */
export const runPlan = z.union([paymentPlan, prenotePlan, reversalPlan]);
export type PlannedFile = z.output<typeof plannedFile>;
export type PaymentPlan = z.output<typeof paymentPlan>;
export type PrenotePlan = z.output<typeof prenotePlan>;
export type ReversalPlan = z.output<typeof reversalPlan>;
export type SingleFilePlan = PrenotePlan | ReversalPlan;
export type RunPlan = z.output<typeof runPlan>;

export const isSameFilter = (left: RunFilter, other: RunFilter): boolean =>
  left.flow === other.flow &&
  left.programPaymentTypeId === other.programPaymentTypeId &&
  left.paymentTypeId === other.paymentTypeId &&
  left.partnerId === other.partnerId &&
  left.periodId === other.periodId;

export interface SendingMoment {
  today: string;
  effectiveDate: string;
}

/** Returns why a preview has expired, regardless of its payments; undefined when it is valid. */
export function expiredReason(plan: RunPlan, now: SendingMoment): string | undefined {
  if (plan.createdOn !== now.today) return 'The preview is from another day.';
  if (plan.effectiveDate !== now.effectiveDate) return "Today's cutoff has passed.";
  return undefined;
}

export function changedReason(
  previewed: readonly PlannedPayment[],
  now: readonly SelectedPayment[],
): string | undefined {
  const planned = new Map(previewed.map((payment) => [payment.paymentId, payment]));
  const current = new Map(now.map((selected) => [selected.payment.id, selected]));
  const removed = [...planned.values()].find(({ paymentId }) => !current.has(paymentId));
  if (removed) return `The payment for ${removed.name} can no longer be sent.`;
  for (const [id, { payment, account }] of current) {
    const plannedPayment = planned.get(id);
    if (!plannedPayment) return 'Another payment is now ready to send.';
    if (plannedPayment.amount !== payment.amountToBeSent)
      return `The amount for ${plannedPayment.name} changed.`;
    if (plannedPayment.payeeToken !== account.payeeToken || plannedPayment.accountVersion !== account.version)
      return `The bank account of ${plannedPayment.name} changed.`;
    if (plannedPayment.paymentVersion !== payment.version)
      return `The payment for ${plannedPayment.name} changed.`;
  }
  return undefined;
}

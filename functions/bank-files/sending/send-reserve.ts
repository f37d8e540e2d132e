import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { waitingReason } from '../../../shared/bank-files/exclusion.ts';
import type { PlannedPayment } from '../../../shared/bank-files/run-plan.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import {
  isReserved,
  type Payment,
  memberDues,
  pending,
  returned,
  wasInSentFile,
} from '../../../shared/payments/payment.ts';
import { cameBack, type RepaidDues } from '../../../shared/payments/refund.ts';
import { fileContentChange } from '../approving/approval-store.ts';
import { unchangedMember } from '../../members/store.ts';
import { paymentChange } from '../../payments/store.ts';
import { cancellation } from '../../payments/statuses/decide.ts';
import { unpaidReason } from '../../payments/statuses/unpaid-leaver-store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { sizeOf } from '../../table/transact.ts';
import { accountsNow } from '../sent-account-store.ts';
import { addEntry, removeEntry } from '../entry-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { repaidNow, unpaidMonthsNow } from '../refund-store.ts';
import { addSentEntry, removeSentEntry } from '../sent-entry-store.ts';
import { cancelAll, statusChange, type PaymentContext, type PhaseStep } from '../phase.ts';

const linesAtOnce = 30;
/** Threshold (of 100 transaction items): a payment can add several. */
const fullAt = 85;

/** Reserves the next payments of a file as previewed; a changed payment cancels the run. */
export async function reserveStep({
  file,
  files,
  planned,
  lines,
  from,
  who,
  now,
}: PaymentContext): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    chunk.map(({ payeeToken }) => payeeToken),
    new Date(file.startedAt),
  );
  const changes: Change[] = [];
  let next = from;
  for (const planned of chunk) {
    if (sizeOf(changes) >= fullAt) break;
    next += 1;
    const payment = payments.get(planned.paymentId);
    if (isReservedFor(payment, file)) continue;
    const error = errorOf(planned, payment);
    if (error || !payment) return cancelAll(files, error ?? 'A payment no longer exists.', who, now);
    const { paymentId, payeeToken, trace, name, lastFour, amount, validatedBy } = planned;
    // A changed account cancels the run before its file is built.
    const fingerprint = accounts.get(payeeToken)?.fingerprint ?? '';
    const { effectiveDate, id: bankFileId } = file;
    const entry = { paymentId, trace, name, lastFour, amount };
    changes.push(
      ...paymentChange(payment, { ...payment, bankFileId }),
      addEntry(file.id, { kind: 'payment', ...entry, ...(validatedBy && { validatedBy }) }),
      addSentEntry({ ...entry, bankFileId, payeeToken, fingerprint, effectiveDate }),
    );
  }
  if (next === lines.length) changes.push(...fileReserved({ file, planned, lines, who, now }));
  return {
    changes,
    done: next - from,
    next,
    message: `Reserved ${next.toLocaleString('en-US')} of ${lines.length.toLocaleString('en-US')} payments.`,
  };
}

const fileReserved = ({
  file,
  planned,
  lines,
  who,
  now,
}: Pick<PaymentContext, 'file' | 'planned' | 'lines' | 'who' | 'now'>): Change[] => [
  ...statusChange(file, 'reserved', now),
  // Stored for duplicate detection; no other file of this flow is prepared before this point.
  fileContentChange({ digest: planned.contentDigest, bankFileId: file.id, startedAt: file.startedAt }),
  auditWrite(
    {
      name: 'bank accounts opened for a bank file',
      subject: `bank file ${file.id}`,
      who,
      after: { purpose: 'sending', payments: lines.length },
    },
    now,
  ),
];

const isReservedFor = (payment: Payment | undefined, file: BankFile): boolean =>
  payment?.bankFileId === file.id && isReserved(payment);

function errorOf(planned: PlannedPayment, payment: Payment | undefined): string | undefined {
  if (payment?.bankFileId) return `The payment for ${planned.name} is already in another bank file.`;
  if (!payment || (payment.status !== pending && payment.status !== returned))
    return `The payment for ${planned.name} can no longer be sent.`;
  return payment.version === planned.paymentVersion ? undefined : `The payment for ${planned.name} changed.`;
}

/**
 * Releases the payments of a canceled file. Dues of members who left are no longer owed (decision 7), and those who left
 * without paying are not reimbursed.
 */
export async function cancelStep({ file, lines, from, who, now }: PaymentContext): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const members = await membersNow([...payments.values()]);
  const repaid = await repaidNow([...payments.values()]);
  const unpaidMonths = await unpaidMonthsNow([...payments.values()], members);
  const changes: Change[] = [];
  let next = from;
  for (const { paymentId, trace } of chunk) {
    if (sizeOf(changes) >= fullAt) break;
    next += 1;
    const payment = payments.get(paymentId);
    if (!payment || !isReservedFor(payment, file)) continue;
    const member = payment.kind === 'member' ? members.get(payment.memberId) : undefined;
    const isDues = payment.paymentTypeId === memberDues && payment.status === pending;
    const isOwed = !isDues || !member || owesDuesFor(member, payment.periodId);
    const reason = isOwed
      ? (refundCanceled(repaid.get(payment.id)) ?? unpaidReason(payment, member, unpaidMonths))
      : waitingReason(payment, member);
    changes.push(
      // dues that the bank knows are not removed: their reversal can come back
      ...(isOwed || wasInSentFile(payment)
        ? releasedChanges(payment, reason, { who, now })
        : paymentChange(payment, null)),
      removeEntry(file.id, trace),
      removeSentEntry(trace),
      ...(isDues && member ? [unchangedMember(member)] : []),
    );
  }
  if (next === lines.length) changes.push(...statusChange(file, 'canceled', now));
  return { changes, done: 0, next, message: 'Canceling the file.' };
}

/** Returns why a refund that was in the file is canceled, or undefined. */
const refundCanceled = (repaid: RepaidDues | undefined): string | undefined =>
  repaid?.payment && cameBack(repaid.payment)
    ? 'The dues were returned while the refund was in a bank file, so there is nothing to refund.'
    : undefined;

/** Returns the writes that release a payment, or cancel it for a reason. */
function releasedChanges(
  payment: Payment,
  reason: string | undefined,
  { who, now }: { who: string; now: Date },
): Change[] {
  const released = { ...payment, bankFileId: null };
  return reason === undefined
    ? paymentChange(payment, released)
    : cancellation(payment, { reason, who, now }, released);
}

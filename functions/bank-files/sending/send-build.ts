import { accountReason } from '../../../shared/bank-files/debit-authorization.ts';
import { waitingReason } from '../../../shared/bank-files/exclusion.ts';
import { withFileNumbers } from '../../../shared/bank-files/file-numbers.ts';
import { isReserved } from '../../../shared/payments/payment.ts';
import { counterpartReason } from '../../../shared/payments/refund.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { buildFiles, type SealedPayment } from '../preview/build.ts';
import { accountsNow } from '../sent-account-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { counterpartsNow } from '../refund-store.ts';
import { storeFileBytes } from '../plan-files.ts';
import { sha256 } from '../../platform/digest.ts';
import { cancelAll, type PaymentContext, type PhaseStep } from '../phase.ts';
import { bankFileChange } from '../store.ts';
import { attemptStep } from './send-deliver.ts';

/**
 * Rebuilds a file from the reserved payments and cancels the run unless its bytes match the confirmed preview. Stores
 * them sealed, with the final numbers.
 */
export async function buildStep({
  file,
  files,
  plan,
  planned,
  lines,
  who,
  now,
}: PaymentContext): Promise<PhaseStep> {
  const sealed = await sendablePayments({ file, plan, lines });
  if (typeof sealed === 'string') return cancelAll(files, sealed, who, now);
  if (!environmentBankSettings) return cancelAll(files, 'The bank settings are missing.', who, now);
  const [built] = await buildFiles(environmentBankSettings, sealed, { ...plan, ...planned });
  if (built?.fileHash !== planned.fileHash)
    return cancelAll(files, 'The file no longer matches its preview.', who, now);
  const { fileIdModifier, firstTrace } = file;
  const text = withFileNumbers(built.text, { fileIdModifier, traceShift: firstTrace - planned.firstTrace });
  const fileHash = sha256(text);
  await storeFileBytes(fileHash, text);
  return {
    changes: bankFileChange(file, { ...file, fileHash, status: 'ready', statusAt: now.toISOString() }),
    done: 0,
    next: 0,
    message: 'The file was built and checked.',
  };
}

/** Delivers a built file unless a payment or its authorization changed since then. An earlier attempt is never left. */
export async function attemptPaymentsStep(context: PaymentContext): Promise<PhaseStep | StepResult> {
  const { file, files, who, now } = context;
  const error = file.attempts === 0 ? await sendablePayments(context) : [];
  return typeof error === 'string' ? cancelAll(files, error, who, now) : attemptStep(context);
}

/** Returns the payments of a file with their accounts, or why one of them cannot be sent any more. */
async function sendablePayments({
  file,
  plan,
  lines,
}: Pick<PaymentContext, 'file' | 'plan' | 'lines'>): Promise<SealedPayment[] | string> {
  const payments = await paymentsNow(lines.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    lines.map(({ payeeToken }) => payeeToken),
    new Date(plan.instant),
  );
  const members = await membersNow([...payments.values()]);
  const counterparts = await counterpartsNow([...payments.values()], members);
  const sealed: SealedPayment[] = [];
  for (const planned of lines) {
    const [payment, account] = [payments.get(planned.paymentId), accounts.get(planned.payeeToken)];
    if (!payment || payment.bankFileId !== file.id || !isReserved(payment))
      return `The payment for ${planned.name} changed.`;
    if (!account || account.version !== planned.accountVersion)
      return `The bank account of ${planned.name} changed.`;
    const reason =
      counterpartReason(payment, counterparts) ??
      accountReason(payment, account, file.effectiveDate) ??
      (payment.kind === 'member' ? waitingReason(payment, members.get(payment.memberId)) : undefined);
    if (reason) return `The payment for ${planned.name}: ${reason}`;
    sealed.push({ payment, account });
  }
  return sealed;
}

import { waitingReason } from '../../../shared/bank-files/exclusion.ts';
import { withFileNumbers } from '../../../shared/bank-files/file-numbers.ts';
import { isReserved } from '../../../shared/payments/payment.ts';
import { counterpartReason } from '../../../shared/payments/refund.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { buildFiles, type SealedPayment } from '../preview/build.ts';
import { accountsNow } from '../sent-account-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { counterpartsNow } from '../refund-store.ts';
import { storeFileBytes } from '../plan-files.ts';
import { sha256 } from '../../platform/digest.ts';
import { cancelAll, type PaymentContext, type PhaseStep } from '../phase.ts';
import { bankFileChange } from '../store.ts';

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
  const payments = await paymentsNow(lines.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    lines.map(({ payeeToken }) => payeeToken),
    new Date(plan.instant),
  );
  const members = await membersNow([...payments.values()]);
  const counterparts = await counterpartsNow([...payments.values()], members);
  const sealed: SealedPayment[] = [];
  for (const line of lines) {
    const [payment, account] = [payments.get(line.paymentId), accounts.get(line.payeeToken)];
    if (!payment || payment.bankFileId !== file.id || !isReserved(payment))
      return cancelAll(files, `The payment for ${line.name} changed.`, who, now);
    if (!account || account.version !== line.accountVersion)
      return cancelAll(files, `The bank account of ${line.name} changed.`, who, now);
    const waits =
      counterpartReason(payment, counterparts) ??
      (payment.kind === 'member' ? waitingReason(payment, members.get(payment.memberId)) : undefined);
    if (waits) return cancelAll(files, `The payment for ${line.name}: ${waits}`, who, now);
    sealed.push({ payment, account });
  }
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

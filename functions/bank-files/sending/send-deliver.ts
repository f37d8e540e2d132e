import {
  isSaidNeverArrived,
  type BankFile,
  type BankFileStatus,
  withFileNumbers,
} from '../../../shared/bank-files/bank-file.ts';
import { isAttemptOver, missedCutoff } from '../../../shared/bank-files/effective-date.ts';
import { checkNachaFile } from '../../../shared/bank-files/nacha/check-file.ts';
import type { AuditEventName } from '../../../shared/audit-event.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { bankDelivery } from './delivery.ts';
import { OtherHostKey } from '../../platform/sftp.ts';
import { attemptAdded, attemptsOf } from '../entry-store.ts';
import { loadBytes, storeFileBytes } from '../plan-files.ts';
import { cancelAll, statusChange, type PhaseContext, type PhaseStep, type PaymentContext } from '../phase.ts';
import { bankFileChange } from '../store.ts';
import { accountReason } from '../../../shared/bank-files/debit-authorization.ts';
import { waitingReason } from '../../../shared/bank-files/exclusion.ts';
import { isReserved } from '../../../shared/payments/payment.ts';
import { counterpartReason } from '../../../shared/payments/refund.ts';
import { buildFiles, type SealedPayment } from '../preview/build.ts';
import { accountsNow } from '../sent-account-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { counterpartsNow } from '../refund-store.ts';
import { sha256 } from '../../platform/digest.ts';

const moved = (
  file: BankFile,
  status: BankFileStatus,
  event: AuditEventName,
  who: string,
  now: Date,
  bankFile: Partial<BankFile> = {},
): Change[] => [
  ...bankFileChange(file, { ...file, reason: null, ...bankFile, status, statusAt: now.toISOString() }),
  auditWrite(
    {
      name: event,
      subject: `bank file ${file.id}`,
      who,
      after: { name: file.name, fileHash: file.fileHash, ...bankFile },
    },
    now,
  ),
];

/** Records the delivery attempt before the upload; cancels a file that missed its cutoff instead. */
export async function attemptStep(phaseContext: PhaseContext): Promise<PhaseStep | StepResult> {
  const { file, who, now } = phaseContext;
  const late = await lateStep(phaseContext);
  if (late) return late;
  const attempt = file.attempts + 1;
  return {
    changes: [
      ...moved(file, 'sending', 'bank file attempted', who, now, { attempts: attempt }),
      attemptAdded(file.id, {
        attempt,
        at: now.toISOString(),
        remoteName: file.name,
        fileHash: file.fileHash,
      }),
    ],
    done: 0,
    next: 0,
    message: 'Sending the file to the bank.',
  };
}

/**
 * Uploads a file unless it is in the outbox, which is authoritative; when it is unavailable, delivery is Unknown until
 * reconciliation. A file confirmed absent gets a new attempt under the same name, or is canceled after its cutoff.
 */
export async function deliverStep(context: PhaseContext): Promise<PhaseStep | StepResult> {
  const { file, who, now } = context;
  try {
    const delivery = bankDelivery();
    let there = await delivery.look(file.name);
    if (there === undefined) {
      const isOver = (await attemptsOf(file.id)).every(({ at }) => isAttemptOver(at, now));
      if (!(await delivery.isNeverSent({ name: file.name, attempt: file.attempts, isOver })))
        return inDoubt(file, "The file is not on the bank's server. The bank may have fetched it.", who, now);
      const late = await lateStep(context);
      if (late) return late;
      if (isSaidNeverArrived(file)) return inDoubt(file, waitsForSecond, who, now);
    }
    if (there === undefined && file.status === 'unknown')
      return {
        changes: statusChange(file, 'ready', now),
        done: 0,
        next: 0,
        message: 'The file did not arrive. Sending it again.',
      };
    if (there === undefined) {
      const { name, attempts: attempt } = file;
      there = await delivery.put({ name, text: await checkedBytes(file), attempt });
    }
    if (there === file.fileHash)
      return {
        changes: moved(file, 'delivered', 'bank file delivered', who, now),
        done: 0,
        next: 0,
        message: 'The bank has the file.',
      };
    return inDoubt(
      file,
      "The bank's folder has a different file under this name. Call the bank before you do anything else.",
      who,
      now,
    );
  } catch (error) {
    log('error', 'bank file delivery unknown', { bankFileId: file.id, ...errorFields(error) });
    return inDoubt(file, whyUnknown(error), who, now);
  }
}

const waitsForSecond =
  'One administrator reported that the file never arrived. It is not sent again until the report is confirmed or withdrawn.';

const whyUnknown = (error: unknown): string =>
  error instanceof OtherHostKey
    ? "The bank's server presented an unexpected host key. Nothing was sent. Verify the key with the bank."
    : 'Delivery is not confirmed. We will check again within five minutes.';

/**
 * Returns the step instead of an attempt; undefined while the bank can still settle the file. A late file is canceled
 * once no earlier attempt can still arrive.
 */
async function lateStep({
  file,
  files,
  who,
  now,
}: PhaseContext): Promise<PhaseStep | StepResult | undefined> {
  const reason = environmentBankSettings
    ? missedCutoff(environmentBankSettings, file, now)
    : 'The bank settings are missing.';
  if (!reason) return undefined;
  const last = (await attemptsOf(file.id)).at(-1);
  if (!last || isAttemptOver(last.at, now)) return cancelAll(files, reason, who, now);
  return inDoubt(file, `${reason} We will confirm within 15 minutes that it has not arrived.`, who, now);
}

/** Keeps an Unknown file unchanged when it is checked again, to write only one audit event. */
function inDoubt(file: BankFile, reason: string, who: string, now: Date): StepResult {
  // A second unsuccessful check requires two administrators.
  if (file.status === 'unknown') log('error', 'bank file is still unknown', { bankFileId: file.id });
  return {
    changes:
      file.status === 'unknown' ? [] : moved(file, 'unknown', 'bank file in doubt', who, now, { reason }),
    done: 0,
    next: null,
    message: `${reason} Do not send these payments any other way.`,
  };
}

async function checkedBytes(file: BankFile): Promise<string> {
  const text = await loadBytes(file.fileHash);
  if (text === undefined) throw new Error('the bytes of the file are missing or not those of its hash');
  const error = checkNachaFile(text, environmentBankSettings)[0];
  if (error) throw new Error(`the file does not pass: line ${error.line}, position ${error.position}`);
  return text;
}

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

import { remoteNameOf, maskBankFile } from '../../../shared/bank-files/bank-settings.ts';
import { nameAtBank } from '../../../shared/bank-files/bank-flows.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { needsValidation } from '../../../shared/bank-files/bank-flow-table.ts';
import { validationOf } from '../../../shared/bank-files/prenote.ts';
import { isRetry } from '../../../shared/bank-files/resend.ts';
import type { PlannedPayment, PlannedFile, PaymentPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { lastSentOf } from '../sent-account-store.ts';
import { buildFiles, type BuiltFile, type SealedPayment } from './build.ts';
import type { CurrentRun } from './current-run.ts';
import type { RunOpening } from './opening.ts';
import { storeFileOfPlan, storePlan, loadPaymentPlan } from '../plan-files.ts';
import { sha256 } from '../../platform/digest.ts';
import { storePreparation, loadPreparation, writeAll } from '../store.ts';

const planTtlSeconds = 7 * 24 * 60 * 60;

/**
 * Returns the plan of what would be sent now, or the existing plan of the same inputs. Final numbers are assigned at
 * sending, so other files do not invalidate a confirmed hash.
 */
export async function prepareRun(
  run: CurrentRun,
  who: string,
  now: Date,
  newId: () => string,
): Promise<PaymentPlan> {
  const before = await loadPreparation(run.inputDigest);
  const runHash = before?.runHash ?? (await makePlan(run, who, now, newId));
  const plan = await loadPaymentPlan(runHash);
  if (!plan) throw new Refusal('conflict', 'The preview is not complete. Check the file again.');
  return plan;
}

async function makePlan(run: CurrentRun, who: string, now: Date, newId: () => string): Promise<string> {
  await writeAll([accountsOpened(run, run.inputDigest, run.lines.length, who, now)]);
  const moment = {
    bankFlow: run.bankFlow,
    instant: now.toISOString(),
    effectiveDate: run.effectiveDate,
    place: 0,
    firstTrace: 1,
  };
  const built = await buildFiles(run.settings, run.lines, moment);
  const files: PlannedFile[] = [];
  let { firstTrace } = moment;
  for (const [index, file] of built.entries()) {
    files.push(await storeBuiltFile(file, run, { place: index, firstTrace }, newId()));
    firstTrace += file.entryCount;
  }
  return finishPlan(run, files, { ...run, instant: moment.instant }, who, now);
}

/** Returns the audit writes for account access; must be stored before accounts are decrypted. */
export const accountsOpened = (
  { bankFlow }: Pick<RunOpening, 'bankFlow'>,
  inputDigest: string,
  payments: number,
  who: string,
  now: Date,
): Change =>
  auditWrite(
    {
      name: 'bank accounts opened for a bank file',
      subject: `bank file preview ${inputDigest}`,
      who,
      after: { purpose: 'preview', bankFlow, payments },
    },
    now,
  );

export async function storeBuiltFile(
  file: BuiltFile,
  { settings, today, bankFlow, effectiveDate }: RunOpening,
  numbers: { place: number; firstTrace: number },
  id: string,
): Promise<PlannedFile> {
  const { fileIdModifier, fileHash } = file;
  const last = needsValidation(bankFlow)
    ? await lastSentOf(file.payments.map(({ payment: line }) => line))
    : undefined;
  const lines = file.payments.map(
    ({ payment: { payment, account }, trace, entryDigest }): PlannedPayment => ({
      paymentId: payment.id,
      paymentVersion: payment.version,
      payeeToken: account.payeeToken,
      accountVersion: account.version,
      trace,
      name: nameAtBank(account.nameOnAccount),
      lastFour: account.lastFour,
      amount: payment.amountToBeSent,
      entryDigest,
      ...(last && { validatedBy: validationOf(account, last.get(payment.id), today) }),
    }),
  );
  await storeFileOfPlan(id, lines, maskBankFile(file.text));
  return {
    id,
    // The modifier is assigned at sending.
    name: remoteNameOf(settings, { createdOn: today, fileIdModifier: '?', bankFlow, fileHash }),
    fileHash,
    fileIdModifier,
    ...numbers,
    debit: file.debit,
    credit: file.credit,
    paymentCount: lines.length,
    contentDigest: contentDigest(bankFlow, effectiveDate, file.payments),
  };
}

/**
 * Returns the digest that identifies duplicate files. A returned payment is intentionally sent again, so its ID is
 * included.
 */
function contentDigest(
  bankFlow: string,
  effectiveDate: string,
  lines: readonly { payment: SealedPayment }[],
) {
  const contents = lines.map(({ payment: { payment, account } }) => {
    const who = isRetry(payment) ? `${payment.id} ${payment.attempts.length}` : account.payeeToken;
    return `${who} ${payment.amountToBeSent}`;
  });
  return sha256(JSON.stringify([bankFlow, effectiveDate, contents.toSorted()]));
}

/** Stores the plan under the run hash: the digest of its inputs and of all files with preview numbers. */
export async function finishPlan(
  { bankFlow, filter, today, effectiveDate }: RunOpening,
  files: PlannedFile[],
  created: { inputDigest: string; instant: string; summary: CheckSummary },
  who: string,
  now: Date,
): Promise<string> {
  const { inputDigest, instant, summary } = created;
  const runHash = sha256([inputDigest, ...files.map((file) => file.fileHash)].join(' '));
  await storePlan({
    runHash,
    bankFlow,
    purpose: 'payments',
    filter,
    instant,
    createdOn: today,
    effectiveDate,
    inputDigest,
    paymentCount: summary.paymentCount,
    amount: summary.amount,
    highestEntry: summary.highestEntry,
    newAccounts: summary.counts.newAccounts,
    changedAccounts: summary.counts.changedAccounts,
    files,
  });
  const cached = await storePreparation(
    {
      inputDigest,
      runHash,
      preparedBy: who,
      preparedAt: now.toISOString(),
      expiresAt: Math.floor(now.getTime() / 1000) + planTtlSeconds,
    },
    [
      auditWrite(
        {
          name: 'bank file prepared',
          subject: `bank run ${runHash}`,
          who,
          after: { bankFlow, payments: summary.paymentCount, files: files.length },
        },
        now,
      ),
    ],
  );
  return cached.runHash;
}

/** Returns the maximum number of traces of a run: a balanced file has up to two offsets. */
export const tracesOf = ({ paymentCount, files }: PaymentPlan, balanced: boolean): number =>
  paymentCount + (balanced ? 2 * files.length : 0);

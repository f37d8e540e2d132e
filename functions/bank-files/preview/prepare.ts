import { remoteNameOf } from '../../../shared/bank-files/bank-profile.ts';
import { nameAtBank } from '../../../shared/bank-files/bank-flows.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { maskBankFile } from '../../../shared/bank-files/mask-bank-file.ts';
import { validationOf } from '../../../shared/bank-files/prenotes/prenote.ts';
import { isRetry } from '../../../shared/bank-files/resend.ts';
import type { PlannedEntry, PlannedFile, RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { lastSentOf } from '../sent-account-store.ts';
import { buildFiles, type BuiltFile, type SealedPayment } from './build.ts';
import type { CurrentRun } from './current-run.ts';
import type { RunOpening } from './opening.ts';
import { keepFileOfPlan, keepPlan, loadPlan, sha256 } from './plan-files.ts';
import { keepPreparation, loadPreparation, writeAll } from '../store.ts';

const keptFor = 7 * 24 * 60 * 60;

/**
 * The plan of what would be sent now: the one that was made of the same payments, accounts and day before, or a new
 * one. No payment is changed. The hash is of the exact bytes that sending will make again, with the modifiers and traces
 * of a first file: the real ones are assigned at sending, so that no other file voids what was confirmed.
 */
export async function prepareRun(
  run: CurrentRun,
  who: string,
  now: Date,
  newId: () => string,
): Promise<RunPlan> {
  const before = await loadPreparation(run.inputDigest);
  const runHash = before?.runHash ?? (await makePlan(run, who, now, newId));
  const plan = await loadPlan(runHash);
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
    files.push(await keepBuiltFile(file, run, { place: index, firstTrace }, newId()));
    firstTrace += file.entryCount;
  }
  return finishPlan(run, files, { ...run, instant: moment.instant }, who, now);
}

/** Says that accounts are opened for a preview, before they are. */
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

/** Keeps a file's payments and its masked text, and returns what the plan says of it. */
export async function keepBuiltFile(
  file: BuiltFile,
  { settings, today, bankFlow, effectiveDate }: RunOpening,
  numbers: { place: number; firstTrace: number },
  id: string,
): Promise<PlannedFile> {
  const { fileIdModifier, fileHash } = file;
  const isWeb = settings.entryClass[bankFlow] === 'WEB';
  const last = isWeb ? await lastSentOf(file.lines.map(({ line }) => line)) : undefined;
  const lines = file.lines.map(({ line: { payment, account }, trace, entryDigest }): PlannedEntry => ({
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
  }));
  await keepFileOfPlan(id, lines, maskBankFile(file.text));
  return {
    id,
    // the modifier is assigned at sending
    name: remoteNameOf(settings, { createdOn: today, fileIdModifier: '?', flow: bankFlow, fileHash }),
    fileHash,
    fileIdModifier,
    ...numbers,
    debit: file.debit,
    credit: file.credit,
    paymentCount: lines.length,
    contentDigest: contentDigest(bankFlow, effectiveDate, file.lines),
  };
}

/**
 * The digest of what makes a file the duplicate of another: flow, effective date, payees and amounts. A payment that
 * came back is meant to go again, so it counts as itself.
 */
function contentDigest(bankFlow: string, effectiveDate: string, lines: readonly { line: SealedPayment }[]) {
  const contents = lines.map(({ line: { payment, account } }) => {
    const who = isRetry(payment) ? `${payment.id} ${payment.attempts.length}` : account.payeeToken;
    return `${who} ${payment.amountToBeSent}`;
  });
  return sha256(JSON.stringify([bankFlow, effectiveDate, contents.toSorted()]));
}

/**
 * Keeps the plan of these files under the run's hash: the digest of what they are made from and of all their bytes,
 * with the numbers of a preview. Returns the hash that counts, which is an earlier one when the same was prepared before.
 */
export async function finishPlan(
  { bankFlow, filter, today, effectiveDate }: RunOpening,
  files: PlannedFile[],
  made: { inputDigest: string; instant: string; summary: CheckSummary },
  who: string,
  now: Date,
): Promise<string> {
  const { inputDigest, instant, summary } = made;
  const runHash = sha256([inputDigest, ...files.map((file) => file.fileHash)].join(' '));
  await keepPlan({
    runHash,
    bankFlow,
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
  const kept = await keepPreparation(
    {
      inputDigest,
      runHash,
      preparedBy: who,
      preparedAt: now.toISOString(),
      expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
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
  return kept.runHash;
}

/** How many traces a run takes at most from its first one on: a balanced file has an offset for each of two batches. */
export const tracesOf = ({ paymentCount, files }: RunPlan, balanced: boolean): number =>
  paymentCount + (balanced ? 2 * files.length : 0);

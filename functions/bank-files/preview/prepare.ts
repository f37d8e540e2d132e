import { remoteNameOf } from '../../../shared/bank-files/bank-file.ts';
import type { LastSent } from '../../../shared/bank-files/bank-run.ts';
import { nameAtBank } from '../../../shared/bank-files/bank-flows.ts';
import { maskBankFile } from '../../../shared/bank-files/mask-bank-file.ts';
import { validationOf } from '../../../shared/bank-files/prenotes/prenote.ts';
import type { RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { buildFiles, type BuiltFile } from './build.ts';
import { firstNumbers, type CurrentRun } from './current-run.ts';
import { lastSentOf } from '../entry-store.ts';
import { keepPlan, loadPlan, sha256 } from './plan-files.ts';
import { keepPreparation, loadPreparation, writeAll } from '../store.ts';

const keptFor = 7 * 24 * 60 * 60;

/**
 * The plan of what would be sent now: the one that was made of the same payments, accounts, numbers and day before, or
 * a new one. No payment is changed. The hash is of the exact bytes that sending will make again.
 */
export async function prepareRun(
  run: CurrentRun,
  who: string,
  now: Date,
  newId: () => string,
): Promise<RunPlan> {
  const before = await loadPreparation(run.inputDigest);
  const hash = before?.hash ?? (await makePlan(run, who, now, newId));
  const plan = await loadPlan(hash);
  if (!plan) throw new Refusal('conflict', 'The preview is not complete. Check the file again.');
  return plan;
}

async function makePlan(run: CurrentRun, who: string, now: Date, newId: () => string): Promise<string> {
  const preparing = {
    name: 'bank accounts opened for a bank file',
    subject: `bank file preview ${run.inputDigest}`,
    who,
    after: { purpose: 'preview', bankFlow: run.bankFlow, payments: run.lines.length },
  } as const;
  await writeAll([auditWrite(preparing, now)]);
  const numbered = firstNumbers(run);
  const moment = {
    bankFlow: run.bankFlow,
    instant: now.toISOString(),
    effectiveDate: run.effectiveDate,
    ...numbered,
  };
  const built = await buildFiles(run.settings, run.lines, moment);
  const hash = sha256(built.map(({ text }) => text).join(''));
  await keepPlan(
    {
      hash,
      bankFlow: run.bankFlow,
      filter: run.filter,
      instant: moment.instant,
      createdOn: run.today,
      effectiveDate: run.effectiveDate,
      numbersVersion: run.numbersVersion,
      files: plannedFiles(built, run, { ...numbered, last: await lastSentOf(run.lines) }, newId),
    },
    built.map(({ text }) => maskBankFile(text)).join(''),
  );
  const kept = await keepPreparation(
    {
      inputDigest: run.inputDigest,
      hash,
      preparedBy: who,
      preparedAt: now.toISOString(),
      expiresAt: Math.floor(now.getTime() / 1000) + keptFor,
    },
    [
      auditWrite(
        {
          name: 'bank file prepared',
          subject: `bank run ${hash}`,
          who,
          after: { bankFlow: run.bankFlow, payments: run.lines.length, files: built.length },
        },
        now,
      ),
    ],
  );
  return kept.hash;
}

function plannedFiles(
  built: readonly BuiltFile[],
  run: CurrentRun,
  first: { place: number; firstTrace: number; last: ReadonlyMap<string, LastSent> },
  newId: () => string,
): RunPlan['files'] {
  let { firstTrace } = first;
  const isWeb = run.settings.entryClass[run.bankFlow] === 'WEB';
  return built.map((file, index) => {
    const planned = {
      id: newId(),
      name: remoteNameOf(run.today, file.fileIdModifier, run.bankFlow, file.hash),
      hash: file.hash,
      fileIdModifier: file.fileIdModifier,
      place: first.place + index,
      firstTrace,
      debit: file.debit,
      credit: file.credit,
      lines: file.lines.map(({ line: { payment, account }, trace, entryDigest }) => ({
        paymentId: payment.id,
        paymentVersion: payment.version,
        payeeToken: account.payeeToken,
        accountVersion: account.version,
        trace,
        name: nameAtBank(account.nameOnAccount),
        lastFour: account.lastFour,
        amount: payment.amountToBeSent,
        entryDigest,
        ...(isWeb && { validatedBy: validationOf(account, first.last.get(payment.id), run.today) }),
      })),
    };
    firstTrace += file.entryCount;
    return planned;
  });
}

/** How many traces a run takes at most from its first one on: a balanced file has an offset for each of two batches. */
export const tracesOf = (plan: RunPlan, balanced: boolean): number =>
  plan.files.reduce((sum, { lines }) => sum + lines.length + (balanced ? 2 : 0), 0);

import { traceId } from '../../platform/trace.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { isSameFilter, whatChanged, whatPassed, type RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import { confirmRun, type Confirmed } from '../approving/approve.ts';
import { currentRun, type CurrentRun } from '../preview/current-run.ts';
import { openRun, type RunOpening } from '../preview/opening.ts';
import { enterPin } from '../../users/pin.ts';
import { loadPlan, loadPlannedEntries } from '../preview/plan-files.ts';
import { tracesOf } from '../preview/prepare.ts';
import {
  bankFileChange,
  bankNumbersChange,
  bankRunChange,
  loadBankFiles,
  loadBankRun,
  loadPreparation,
  type BankRun,
} from '../store.ts';

interface Sender {
  userId: string;
  now: Date;
  newId: () => string;
}

/** A run that is what was previewed; `summary` is of now, where the call has read its payments. */
interface SameRun {
  opening: RunOpening;
  summary: CheckSummary | undefined;
}

const checkAgain = 'Nothing was sent. Check the file again, then send it.';

/**
 * Starts sending the files of a hash that was previewed: once, whoever asks and however often. `start` is the one
 * transaction before which nothing has happened and after which the job goes through to the end.
 */
export async function sendRun(
  filter: RunFilter,
  { pin, runHash, note }: { pin: string; runHash: string; note?: string | undefined },
  sender: Sender,
) {
  await enterPin(sender.userId, pin, sender.now);
  const plan = await loadPlan(runHash);
  if (!plan || !isSameFilter(plan.filter, filter))
    throw new Refusal('conflict', `This is not the file of these payments. ${checkAgain}`, 'runHash');
  const started = await loadBankRun(runHash);
  if (started) return answerOf(started, plan);
  try {
    const { opening, summary } = await stillTheSame(plan, sender.now);
    const confirming = { userId: sender.userId, note, now: sender.now };
    const confirmed = await confirmRun(opening.settings, plan, confirming, summary);
    if (!confirmed) return { ...sentOf(plan), message: waitsForSecond, jobId: null };
    return await startOf(opening, plan, confirmed, sender);
  } catch (problem) {
    // somebody who confirmed the same file came first: it is sent once, and both get the same answer
    const first = problem instanceof Refusal ? await loadBankRun(runHash) : undefined;
    if (!first) throw problem;
    return answerOf(first, plan);
  }
}

/**
 * Refuses ('conflict') a run that is no longer what was previewed. Of more payments than a call reads, it is each
 * payment's reservation that finds out, before anything has left.
 */
async function stillTheSame(plan: RunPlan, now: Date): Promise<SameRun> {
  const opening = await openRun(plan.filter, now);
  if ('unavailable' in opening) throw new Refusal('conflict', `${opening.unavailable} Nothing was sent.`);
  const { settings, today, effectiveDate, numbers } = opening;
  const run = plan.paymentCount <= settings.paymentsAtOnce ? await sameAsRead(plan, now) : undefined;
  const passed = whatPassed(plan, { today, effectiveDate, numbersVersion: numbers.version });
  if (passed) throw new Refusal('conflict', `${passed} ${checkAgain}`, 'runHash');
  const preparation = await loadPreparation(run?.inputDigest ?? plan.inputDigest);
  const isOverLimit = settings.limits.entry !== null && plan.highestEntry > settings.limits.entry;
  if (preparation?.runHash !== plan.runHash || isOverLimit)
    throw new Refusal(
      'conflict',
      `The bank settings or another preview changed the file. ${checkAgain}`,
      'runHash',
    );
  return { opening, summary: run?.summary };
}

/**
 * What would be sent now, when it is what was previewed; undefined where a few are left of a list that is longer than a
 * call reads.
 */
async function sameAsRead(plan: RunPlan, now: Date): Promise<CurrentRun | undefined> {
  const run = await currentRun(plan.filter, now);
  if ('unavailable' in run) throw new Refusal('conflict', `${run.unavailable} Nothing was sent.`);
  if (run.hasMore) return undefined;
  const entries = await Promise.all(plan.files.map(({ id }) => loadPlannedEntries(id)));
  const changed = whatChanged(entries.flat(), run.lines);
  if (changed) throw new Refusal('conflict', `${changed} ${checkAgain}`, 'runHash');
  return run;
}

async function startOf(
  opening: RunOpening,
  plan: RunPlan,
  confirmed: Confirmed,
  { userId, now, newId }: Sender,
) {
  const jobId = newId();
  const begun: BankRun = {
    runHash: plan.runHash,
    fileIds: plan.files.map(({ id }) => id),
    jobId,
    startedBy: userId,
    version: 0,
  };
  const first = plan.files[0];
  if (!first) throw new Error('a plan without files');
  const numbers = {
    ...opening.numbers,
    date: plan.createdOn,
    files: first.place + plan.files.length,
    nextTrace: first.firstTrace + tracesOf(plan, opening.settings.offsetAccount !== undefined),
  };
  await beginJob(
    {
      id: jobId,
      kind: 'bank files',
      input: { runHash: plan.runHash },
      total: workOf(plan),
      message: messageOf(plan),
    },
    { userId },
    now,
    [
      ...bankRunChange(null, begun),
      ...bankNumbersChange(opening.numbers, numbers),
      ...filesOf(plan, confirmed, now).flatMap((file) => bankFileChange(null, file)),
      ...confirmed.changes,
      auditWrite(
        {
          name: 'bank file started',
          subject: `bank run ${plan.runHash}`,
          who: userId,
          after: { files: plan.files.map(({ id, name, fileHash }) => ({ id, name, fileHash })) },
        },
        now,
      ),
    ],
  );
  return answerOf(begun, plan);
}

const filesOf = (plan: RunPlan, { sentBy, approvedBy }: Confirmed, now: Date): BankFile[] =>
  plan.files.map(({ paymentCount, id, name, fileHash, fileIdModifier, firstTrace, debit, credit }) => ({
    id,
    name,
    fileHash,
    fileIdModifier,
    firstTrace,
    debit,
    credit,
    runHash: plan.runHash,
    bankFlow: plan.bankFlow,
    filter: plan.filter,
    status: 'reserving',
    effectiveDate: plan.effectiveDate,
    lineCount: paymentCount,
    sentBy,
    approvedBy,
    startedAt: now.toISOString(),
    requestId: traceId(),
    statusAt: now.toISOString(),
    reason: null,
    attempts: 0,
    version: 0,
  }));

/** Every line is dealt with twice: reserved, and marked as submitted. */
export const workOf = ({ paymentCount }: RunPlan): number => 2 * paymentCount;

const messageOf = ({ files }: RunPlan): string =>
  files.length === 1 ? 'The file is being sent.' : `${files.length} files are being sent.`;

async function answerOf(run: BankRun, plan: RunPlan) {
  const files = await loadBankFiles(run.fileIds);
  const canceled = files.find(({ status }) => status === 'canceling' || status === 'canceled');
  if (canceled) throw new Refusal('conflict', `${canceled.reason ?? 'It changed.'} ${checkAgain}`, 'runHash');
  return { ...sentOf(plan), message: messageOf(plan), jobId: run.jobId };
}

const waitsForSecond =
  'Another administrator must confirm this file with the PIN today. Nothing is sent yet.';

const sentOf = ({ runHash, files }: RunPlan) => ({
  success: true,
  runHash,
  files: files.map(({ id, name, fileHash }) => ({ id, name, fileHash })),
});

import { type BankFile, nextNumbers, withFilesStarted } from '../../../shared/bank-files/bank-file.ts';
import { remoteNameOf, type BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import {
  type PaymentPlan,
  isSameFilter,
  changedReason,
  expiredReason,
} from '../../../shared/bank-files/run-plan.ts';
import { fileIdModifierOf } from '../../../shared/bank-files/split-entries.ts';
import { beginJob } from '../../jobs/begin.ts';
import { traceId } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import { type Confirmed, confirmRun } from '../approving/approve.ts';
import { type RunOpening, openRun } from '../preview/opening.ts';
import { tracesOf } from '../preview/prepare.ts';
import {
  bankFileChange,
  bankRunChange,
  type BankRun,
  loadBankFiles,
  loadBankRun,
  loadPreparation,
} from '../store.ts';
import { bankNumbersChange, numbersInUse } from '../numbers-store.ts';
import { workOf, type Sender } from '../begin-single-file.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { currentRun, type CurrentRun } from '../preview/current-run.ts';
import { confirmByPin } from '../../administrators/second-person.ts';
import { loadPaymentPlan, loadPlannedPayments } from '../plan-files.ts';

/** Starts a run under the next numbers of its origin, in a single transaction that also creates the job. */
async function startRun(
  opening: RunOpening,
  plan: PaymentPlan,
  confirmed: Confirmed,
  { userId, now, newId }: Sender,
): Promise<BankRun> {
  const jobId = newId();
  const begun: BankRun = {
    runHash: plan.runHash,
    fileIds: plan.files.map(({ id }) => id),
    jobId,
    startedBy: userId,
    version: 0,
  };
  const { settings, numbers } = opening;
  const traces = tracesOf(plan, settings.offsetAccount !== undefined);
  const first = nextNumbers(numbers, plan.createdOn, traces);
  const files = filesOf(settings, plan, first, confirmed, now);
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
      ...bankNumbersChange(
        numbers,
        withFilesStarted(numbers, plan.createdOn, begun.fileIds, first.firstTrace + traces),
      ),
      ...files.flatMap((file) => bankFileChange(null, file)),
      ...confirmed.changes,
      auditWrite(
        {
          name: 'bank file started',
          subject: `bank run ${plan.runHash}`,
          who: userId,
          after: { files: files.map(({ id, name, fileHash }) => ({ id, name, fileHash })) },
        },
        now,
      ),
    ],
  );
  return begun;
}

const filesOf = (
  settings: BankSettings,
  plan: PaymentPlan,
  first: ReturnType<typeof nextNumbers>,
  { sentBy, approvedBy }: Confirmed,
  now: Date,
): BankFile[] =>
  plan.files.map(({ paymentCount, id, fileHash, place, firstTrace, debit, credit }) => {
    const fileIdModifier = fileIdModifierOf(first.fileIndex + place);
    return {
      id,
      name: remoteNameOf(settings, {
        createdOn: plan.createdOn,
        fileIdModifier,
        bankFlow: plan.bankFlow,
        fileHash,
      }),
      fileHash,
      fileIdModifier,
      firstTrace: first.firstTrace + firstTrace - 1,
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
    };
  });

const messageOf = ({ files }: PaymentPlan): string =>
  files.length === 1 ? 'Sending the file.' : `Sending ${files.length} files.`;

interface SameRun {
  opening: RunOpening;
  summary: CheckSummary | undefined;
}

const checkAgain = 'Nothing was sent. Check the file again, then send it.';

/** Starts sending the previewed files of a hash, exactly once for any number of requests. */
export async function sendRun(
  filter: RunFilter,
  { pin, runHash, note }: { pin: string; runHash: string; note?: string | undefined },
  sender: Sender,
) {
  await confirmByPin(sender.userId, pin, sender.now);
  const plan = await loadPaymentPlan(runHash);
  if (!plan || !isSameFilter(plan.filter, filter))
    throw new Refusal('conflict', `This hash does not match these payments. ${checkAgain}`, 'runHash');
  const started = await loadBankRun(runHash);
  if (started) return responseOf(started, plan);
  for (let attempt = 1; ; attempt += 1)
    try {
      return await confirmAndStart(plan, note, sender);
    } catch (error) {
      // A concurrent request sent the same file; return its result.
      const first = error instanceof Refusal ? await loadBankRun(runHash) : undefined;
      if (first) return responseOf(first, plan);
      if (error !== numbersInUse || attempt === maximumAttempts) throw error;
    }
}

const maximumAttempts = 5;

async function confirmAndStart(plan: PaymentPlan, note: string | undefined, sender: Sender) {
  const { opening, summary } = await stillTheSame(plan, sender.now);
  const confirming = { userId: sender.userId, note, now: sender.now };
  const confirmed = await confirmRun(opening.settings, plan, confirming, summary);
  if (!confirmed) return { ...sentOf(plan, plan.files), message: waitsForSecond, jobId: null };
  return responseOf(await startRun(opening, plan, confirmed, sender), plan);
}

/** Throws ('conflict') when the run differs from its preview. In large runs, reserving each payment detects changes. */
async function stillTheSame(plan: PaymentPlan, now: Date): Promise<SameRun> {
  const opening = await openRun(plan.filter, now);
  if (opening.status === 'unavailable') throw new Refusal('conflict', `${opening.reason} Nothing was sent.`);
  const { settings, today, effectiveDate } = opening;
  const run = plan.paymentCount <= settings.paymentsAtOnce ? await sameAsRead(plan, now) : undefined;
  const expired = expiredReason(plan, { today, effectiveDate });
  if (expired) throw new Refusal('conflict', `${expired} ${checkAgain}`, 'runHash');
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

async function sameAsRead(plan: PaymentPlan, now: Date): Promise<CurrentRun | undefined> {
  const run = await currentRun(plan.filter, now);
  if (run.status === 'unavailable') throw new Refusal('conflict', `${run.reason} Nothing was sent.`);
  if (run.hasMore) return undefined;
  const entries = await Promise.all(plan.files.map(({ id }) => loadPlannedPayments(id)));
  const changed = changedReason(entries.flat(), run.lines);
  if (changed) throw new Refusal('conflict', `${changed} ${checkAgain}`, 'runHash');
  return run;
}

async function responseOf(run: BankRun, plan: PaymentPlan) {
  const files = await loadBankFiles(run.fileIds);
  const canceled = files.find(({ status }) => status === 'canceling' || status === 'canceled');
  if (canceled)
    throw new Refusal('conflict', `${canceled.reason ?? 'A change was detected.'} ${checkAgain}`, 'runHash');
  return { ...sentOf(plan, files), message: messageOf(plan), jobId: run.jobId };
}

const waitsForSecond =
  'Another administrator must confirm this file with the PIN today. Nothing was sent yet.';

/** File hashes change when files are built, so those of the plan are returned. */
const sentOf = ({ runHash, files }: PaymentPlan, named: readonly Pick<BankFile, 'id' | 'name'>[]) => {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    success: true,
    runHash,
    files: files.map(({ id, name, fileHash }) => ({ id, name: names.get(id) ?? name, fileHash })),
  };
};

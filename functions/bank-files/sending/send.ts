import { traceId } from '../../platform/trace.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { isSameFilter, whatChanged, type RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { contentDigests, fileContentChange } from '../approving/approval-store.ts';
import { confirmRun, type Confirmed } from '../approving/approve.ts';
import { currentRun, type CurrentRun } from '../preview/current-run.ts';
import { enterPin } from '../../users/pin.ts';
import { loadPlan } from '../preview/plan-files.ts';
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

const checkAgain = 'Nothing was sent. Check the file again, then send it.';

/**
 * Starts sending the files of a hash that was previewed: once, whoever asks and however often. `start` is the one
 * transaction before which nothing has happened and after which the job goes through to the end.
 */
export async function sendRun(
  filter: RunFilter,
  { pin, hash, note }: { pin: string; hash: string; note?: string | undefined },
  sender: Sender,
) {
  await enterPin(sender.userId, pin, sender.now);
  const plan = await loadPlan(hash);
  if (!plan || !isSameFilter(plan.filter, filter))
    throw new Refusal('conflict', `This is not the file of these payments. ${checkAgain}`, 'hash');
  const started = await loadBankRun(hash);
  if (started) return answerOf(started, plan);
  try {
    const run = await stillTheSame(plan, sender.now);
    const confirmed = await confirmRun(run, plan, { userId: sender.userId, note, now: sender.now });
    if (!confirmed) return { ...sentOf(plan), message: waitsForSecond, jobId: null };
    return await startOf(run, plan, confirmed, sender);
  } catch (problem) {
    // somebody who confirmed the same file came first: it is sent once, and both get the same answer
    const first = problem instanceof Refusal ? await loadBankRun(hash) : undefined;
    if (!first) throw problem;
    return answerOf(first, plan);
  }
}

async function stillTheSame(plan: RunPlan, now: Date): Promise<CurrentRun> {
  const run = await currentRun(plan.filter, now);
  if ('unavailable' in run) throw new Refusal('conflict', `${run.unavailable} Nothing was sent.`);
  const changed = whatChanged(plan, run);
  if (changed) throw new Refusal('conflict', `${changed} ${checkAgain}`, 'hash');
  const preparation = await loadPreparation(run.inputDigest);
  if (preparation?.hash === plan.hash) return run;
  throw new Refusal(
    'conflict',
    `The bank settings or another preview changed the file. ${checkAgain}`,
    'hash',
  );
}

async function startOf(run: CurrentRun, plan: RunPlan, confirmed: Confirmed, { userId, now, newId }: Sender) {
  const jobId = newId();
  const begun: BankRun = {
    hash: plan.hash,
    fileIds: plan.files.map(({ id }) => id),
    jobId,
    startedBy: userId,
    version: 0,
  };
  const first = plan.files[0];
  if (!first) throw new Error('a plan without files');
  const numbers = {
    ...run.numbers,
    date: plan.createdOn,
    files: first.place + plan.files.length,
    nextTrace: first.firstTrace + tracesOf(plan, run.settings.offsetAccount !== undefined),
  };
  await beginJob(
    {
      id: jobId,
      kind: 'bank files',
      input: { hash: plan.hash },
      total: workOf(plan),
      message: messageOf(plan),
    },
    { userId },
    now,
    [
      ...bankRunChange(null, begun),
      ...bankNumbersChange(run.numbers, numbers),
      ...filesOf(plan, confirmed, now).flatMap((file) => bankFileChange(null, file)),
      ...contentsOf(run, plan, now),
      ...confirmed.changes,
      auditWrite(
        {
          name: 'bank file started',
          subject: `bank run ${plan.hash}`,
          who: userId,
          after: { files: plan.files.map(({ id, name, hash }) => ({ id, name, hash })) },
        },
        now,
      ),
    ],
  );
  return answerOf(begun, plan);
}

/** What the files move, so that one that repeats them is asked about. Two files of one run never have the same payees. */
const contentsOf = ({ lines }: CurrentRun, plan: RunPlan, now: Date): Change[] =>
  contentDigests(plan, lines).flatMap((digest, place) => {
    const { id: bankFileId } = plan.files[place] ?? {};
    return bankFileId ? [fileContentChange({ digest, bankFileId, startedAt: now.toISOString() })] : [];
  });

const filesOf = (plan: RunPlan, { sentBy, approvedBy }: Confirmed, now: Date): BankFile[] =>
  plan.files.map(({ lines, id, name, hash, fileIdModifier, firstTrace, debit, credit }) => ({
    id,
    name,
    hash,
    fileIdModifier,
    firstTrace,
    debit,
    credit,
    runHash: plan.hash,
    bankFlow: plan.bankFlow,
    filter: plan.filter,
    status: 'reserving',
    effectiveDate: plan.effectiveDate,
    lineCount: lines.length,
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
export const workOf = (plan: RunPlan): number =>
  2 * plan.files.reduce((sum, { lines }) => sum + lines.length, 0);

const messageOf = ({ files }: RunPlan): string =>
  files.length === 1 ? 'The file is being sent.' : `${files.length} files are being sent.`;

async function answerOf(run: BankRun, plan: RunPlan) {
  const files = await loadBankFiles(run.fileIds);
  const canceled = files.find(({ status }) => status === 'canceling' || status === 'canceled');
  if (canceled) throw new Refusal('conflict', `${canceled.reason ?? 'It changed.'} ${checkAgain}`, 'hash');
  return { ...sentOf(plan), message: messageOf(plan), jobId: run.jobId };
}

const waitsForSecond =
  'Another administrator must confirm this file with the PIN today. Nothing is sent yet.';

const sentOf = ({ hash, files }: RunPlan) => ({
  success: true,
  hash,
  files: files.map(({ id, name, hash: fileHash }) => ({ id, name, hash: fileHash })),
});

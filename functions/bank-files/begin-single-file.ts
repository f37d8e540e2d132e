import { type BankFile, openStatuses, withFilesStarted } from '../../shared/bank-files/bank-file.ts';
import type {
  PlannedPrenote,
  PlannedReversal,
  RunPlan,
  SingleFilePlan,
} from '../../shared/bank-files/run-plan.ts';
import { beginJob } from '../jobs/begin.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { bankFileChange, bankRunChange, type BankRun, bankFilesIn, loadBankRun } from './store.ts';
import { bankNumbersChange, type BankNumbers } from './numbers-store.ts';
import { storeFileOfPlan, storePlan, loadPlan } from './plan-files.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadJob } from '../jobs/store.ts';
import { newId } from '../platform/time-and-chance.ts';

export interface Sender {
  userId: string;
  now: Date;
  newId: () => string;
}

/** Each entry counts twice: reserved and submitted. */
export const workOf = ({ files }: RunPlan): number =>
  2 * files.reduce((sum, { paymentCount }) => sum + paymentCount, 0);

export async function storeSingleFilePlan(
  plan: SingleFilePlan,
  entries: readonly (PlannedPrenote | PlannedReversal)[],
  masked: string,
): Promise<SingleFilePlan> {
  for (const { id } of plan.files) await storeFileOfPlan(id, entries, masked);
  await storePlan(plan);
  // An earlier, failed attempt may have planned the same bytes.
  const stored = await loadPlan(plan.runHash);
  return stored && stored.purpose !== 'payments' ? stored : plan;
}

interface Beginning {
  sentBy: string;
  approvedBy: string | null;
  message: string;
  traceCount: number;
  changes: readonly Change[];
}

/**
 * Starts sending prenotes or a reversal. Takes the file numbers in the same transaction, so one of two concurrent
 * requests fails.
 */
export async function beginSingleFile(
  plan: SingleFilePlan,
  numbers: BankNumbers,
  { userId, now, newId }: Sender,
  { sentBy, approvedBy, message, traceCount, changes }: Beginning,
): Promise<{ jobId: string; bankFileId: string }> {
  const [planned] = plan.files;
  if (!planned) throw new Error('a plan of one file without a file');
  const { paymentCount, place: _, ...ofFile } = planned;
  const file: BankFile = {
    ...ofFile,
    runHash: plan.runHash,
    bankFlow: plan.bankFlow,
    purpose: plan.purpose,
    filter: plan.filter,
    status: 'reserving',
    effectiveDate: plan.effectiveDate,
    lineCount: paymentCount,
    sentBy,
    approvedBy,
    startedAt: plan.instant,
    statusAt: now.toISOString(),
    reason: null,
    attempts: 0,
    version: 0,
  };
  const jobId = newId();
  const run: BankRun = { runHash: plan.runHash, fileIds: [file.id], jobId, startedBy: userId, version: 0 };
  const nextTrace = file.firstTrace + traceCount;
  const job = {
    id: jobId,
    kind: 'bank files',
    input: { runHash: plan.runHash },
    total: workOf(plan),
  } as const;
  await beginJob({ ...job, message }, { userId }, now, [
    ...bankRunChange(null, run),
    ...bankNumbersChange(numbers, withFilesStarted(numbers, plan.createdOn, [file.id], nextTrace)),
    ...bankFileChange(null, file),
    ...changes,
    auditWrite(
      {
        name: 'bank file started',
        subject: `bank run ${plan.runHash}`,
        who: userId,
        after: { purpose: plan.purpose, files: [{ id: file.id, name: file.name, fileHash: file.fileHash }] },
      },
      now,
    ),
  ]);
  return { jobId, bankFileId: file.id };
}

const who = { userId: 'bank file reconciliation' };

/** Starts one job for each run with an unfinished file and no active job. Returns the job IDs. */
export async function reconcileBankFiles(now: Date): Promise<string[]> {
  const begun: string[] = [];
  const hashes = new Set((await bankFilesIn(openStatuses)).map(({ runHash }) => runHash));
  for (const runHash of hashes) {
    const run = await loadBankRun(runHash);
    const job = run && (await loadJob(run.jobId));
    const plan = await loadPlan(runHash);
    if (!run || !plan || job?.status === 'running') continue;
    const id = newId();
    const isResumed = await takeUp(runHash, id, workOf(plan), bankRunChange(run, { ...run, jobId: id }), now);
    if (isResumed) begun.push(id);
  }
  return begun;
}

async function takeUp(
  runHash: string,
  id: string,
  total: number,
  changes: readonly Change[],
  now: Date,
): Promise<boolean> {
  try {
    await beginJob(
      {
        id,
        kind: 'bank files',
        input: { runHash },
        total,
        message: 'Resuming an unfinished file.',
      },
      who,
      now,
      changes,
    );
    return true;
  } catch (error) {
    // Another process resumed it.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

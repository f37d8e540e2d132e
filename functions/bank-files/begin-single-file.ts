import type { BankFile } from '../../shared/bank-files/bank-file.ts';
import { withFilesStarted } from '../../shared/bank-files/file-numbers.ts';
import type {
  PlannedPrenote,
  PlannedReversal,
  RunPlan,
  SingleFilePlan,
} from '../../shared/bank-files/run-plan.ts';
import { beginJob } from '../jobs/begin.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { bankFileChange, bankRunChange, type BankRun } from './store.ts';
import { bankNumbersChange, type BankNumbers } from './numbers-store.ts';
import { storeFileOfPlan, storePlan, loadPlan } from './plan-files.ts';

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

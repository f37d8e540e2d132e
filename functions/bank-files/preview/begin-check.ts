import * as z from 'zod';
import { bankFlowOf, runFilter, type RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { checkSummary } from '../../../shared/bank-files/check-summary.ts';
import { isSameFilter } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { loadJob } from '../../jobs/store.ts';
import { findJson } from '../../platform/stored-parts.ts';
import { bankCheckChange, loadBankCheck } from '../store.ts';
import { countOfRun } from '../run-payment-store.ts';
import { nothing } from './current-run.ts';
import { sha256 } from '../../platform/digest.ts';

export const checkInput = z.object({ filter: runFilter });

const checkResult = z.object({
  runHash: z.string().nullable(),
  unavailable: z.string().nullable(),
  summary: checkSummary,
});
export type CheckResult = z.output<typeof checkResult>;

/** Returns the object name of a check part. Parts expire after a day and contain no full account number. */
export const checkPartName = (jobId: string, part: string): string => `downloads/${jobId}/${part}.json`;
export const resultPart = 'result';

export const previewFileOf = (filter: RunFilter): string =>
  `preview-${bankFlowOf(filter)}-${filter.periodId}.ach`;

const checkIdOf = (filter: RunFilter): string => sha256(JSON.stringify(filter));

/** Starts the check of a filter, or returns the ID of the one in progress. */
export async function beginCheck(
  filter: RunFilter,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<string> {
  const id = checkIdOf(filter);
  const before = await loadBankCheck(id);
  if (before && (await loadJob(before.jobId))?.status === 'running') return before.jobId;
  const jobId = newId();
  try {
    await beginJob(
      {
        id: jobId,
        kind: 'bank file check',
        input: { filter },
        // Each payment counts twice: when it is read and when it is written to its file.
        total: 2 * (await countOfRun(filter)),
        message: 'Reading the payments.',
        tally: { fileName: previewFileOf(filter) },
      },
      { userId },
      now,
      bankCheckChange(before ?? null, { id, jobId, version: 0 }),
    );
    return jobId;
  } catch (error) {
    const theirs = error instanceof Refusal ? await loadBankCheck(id) : undefined;
    if (!theirs || theirs.jobId === before?.jobId) throw error;
    return theirs.jobId;
  }
}

/** Returns the result of a check. `isLatest` is false if the filter was checked again since. */
export async function checkOfJob(
  filter: RunFilter,
  jobId: string,
): Promise<(CheckResult & { isLatest: boolean }) | 'under way'> {
  const job = await loadJob(jobId);
  if (job?.kind !== 'bank file check' || !isSameFilter(checkInput.parse(job.input).filter, filter))
    throw new Refusal('not-found', 'This check is for other payments. Check the file again.');
  if (job.status === 'running') return 'under way';
  const result = await findJson(checkPartName(jobId, resultPart), checkResult);
  const isLatest = (await loadBankCheck(checkIdOf(filter)))?.jobId === jobId;
  return job.status === 'failed' || !result
    ? { runHash: null, unavailable: job.message, summary: nothing, isLatest }
    : { ...result, isLatest };
}

import { transactAll } from '../table/transact.ts';
import type { StepResult } from './job-kind.ts';
import { addedRanges, enqueueRanges, rangesAfter, rangesCreated, addTally, sumOfRanges } from './ranges.ts';
import { advance, type JobRecord } from './store.ts';

/**
 * Commits a step with the job's progress and its new range jobs, and returns the updated job. `ended` are range jobs that
 * the step waited for.
 */
export async function saveStep(
  job: JobRecord,
  step: StepResult<unknown>,
  at: Date,
  ended: readonly JobRecord[] = [],
): Promise<JobRecord> {
  const added = addedRanges(job, step.ranges ?? [], at);
  const { done, tally } = sumOfRanges(ended);
  const after: JobRecord = {
    ...job,
    status: step.next === null ? 'done' : 'running',
    done: job.done + done + step.done,
    total: step.total ?? job.total,
    cursor: step.next === null ? job.cursor : JSON.stringify(step.next),
    message: step.message,
    tally: addTally(addTally(job.tally, tally), step.tally ?? {}),
    ranges: rangesAfter(job, step),
    failures: 0,
    claimedUntil: step.notBefore?.toISOString() ?? null,
    updatedAt: at.toISOString(),
  };
  await transactAll([
    ...(step.changes ?? []),
    ...rangesCreated(added, at),
    ...advance(job, after, step.refusedRows),
  ]);
  await enqueueRanges(added);
  return { ...after, version: job.version + 1 };
}

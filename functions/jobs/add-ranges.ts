import { enqueue } from '../platform/queue.ts';
import type { Change } from '../table/write.ts';
import type { NewRange, StepResult } from './job-kind.ts';
import { endedRanges, rangeId } from './ranges.ts';
import { jobCreated, loadJob, type JobRecord } from './store.ts';

/** Returns the range jobs that a step adds. They continue the trace of their job. */
export const addedRanges = (job: JobRecord, added: readonly NewRange[], at: Date): JobRecord[] =>
  added.map(({ input, cursor, total, message }, index) => ({
    id: rangeId(job.id, (job.ranges?.created ?? 0) + index + 1),
    kind: job.kind,
    status: 'running',
    done: 0,
    total,
    message,
    cursor: cursor === undefined ? '' : JSON.stringify(cursor),
    input,
    tally: {},
    failures: 0,
    claimedUntil: null,
    startedBy: job.startedBy,
    requestId: job.requestId,
    partnerId: job.partnerId,
    rangeOf: { id: job.id, root: job.rangeOf?.root ?? job.id },
    startedAt: at.toISOString(),
    updatedAt: at.toISOString(),
    version: 0,
  }));

/** Returns the writes that create range jobs. */
export const rangesCreated = (added: readonly JobRecord[], at: Date): Change[] =>
  added.flatMap((range) => jobCreated(range, at));

/** Enqueues new range jobs. Those of a worker that dies here are woken as stuck jobs. */
export async function enqueueRanges(added: readonly JobRecord[]): Promise<void> {
  for (const { id, kind, version } of added) await enqueue({ id, kind, version: version + 1 });
}

/** Returns the job's range counters after a step. */
export function rangesAfter(
  { ranges }: JobRecord,
  { ranges: added = [], awaitsRanges = false }: Pick<StepResult<unknown>, 'ranges' | 'awaitsRanges'>,
): JobRecord['ranges'] {
  if (!ranges && added.length === 0 && !awaitsRanges) return undefined;
  const { created = 0, included = 0, isAwaited = false } = ranges ?? {};
  return {
    created: created + added.length,
    included: isAwaited ? created : included,
    isAwaited: awaitsRanges,
  };
}

/** Enqueues the job of a range that ended, if no other range of it is running. */
export async function continueAfterRange({ rangeOf }: JobRecord): Promise<void> {
  const job = rangeOf && (await loadJob(rangeOf.id));
  if (!job?.ranges?.isAwaited || job.status !== 'running' || !(await endedRanges(job))) return;
  // the job's own message of this version may have been delivered, and repeated ones are dropped
  await enqueue({ ...job, reason: 'ranges' });
}

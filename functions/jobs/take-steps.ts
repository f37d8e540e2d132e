import { transactAll, TransactionRefused, TransactionTooLarge } from '../table/transact.ts';
import { type StepResult, type JobKindSteps, JobStopped, type StepContext } from './job-kind.ts';
import {
  addedRanges,
  enqueueRanges,
  rangesAfter,
  rangesCreated,
  addTally,
  sumOfRanges,
  continueAfterRange,
  endedRanges,
  requireRangesDone,
  withProgress,
} from './ranges.ts';
import { advance, type JobRecord, JobConflict, loadJob, saveJob } from './store.ts';
import { errorFields, log, inTrace } from '../platform/log.ts';
import { now } from '../platform/clock.ts';
import { withEmailsDue } from '../platform/email-due.ts';
import { pause } from '../table/retry.ts';
import type { JobKind } from '../../shared/jobs/job.ts';

/**
 * Commits a step with the job's progress and its new range jobs, and returns the updated job. `ended` are range jobs that
 * the step waited for.
 */
async function saveStep(
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

/** Maximum consecutive failures of a step before its job fails. */
const failuresAllowed = 3;

/** Maximum retries of a step after a lost race, before it counts as a failure. */
const racesLost = 5;

/** A job without progress for this long kills its worker at every attempt, which `failures` does not count. */
const lostAfterMs = 2 * 3_600_000;

/** Longer than a worker's timeout, shorter than the idle time after which a job is woken. */
export const claimMs = 4 * 60_000;

export type WorkersKinds = Partial<Record<JobKind, JobKindSteps>>;

/**
 * Runs a job's steps until it is complete, another worker has claimed the next step, or the time is up. Returns `more`
 * in the last case. Concurrent runs and crashes are safe: each step counts once.
 */
export async function takeSteps(
  kinds: WorkersKinds,
  jobId: string,
  timeLeft: () => number,
): Promise<'finished' | 'more'> {
  // the result of the last step is current: a concurrent write would have failed it
  let latest: JobRecord | undefined;
  for (;;) {
    const job = latest ?? (await loadJob(jobId));
    latest = undefined;
    if (!job) return 'finished';
    if (job.status !== 'running') {
      await continueAfterRange(job);
      return 'finished';
    }
    // another worker has claimed the step; if it died, the job is woken after the claim expires
    if (job.claimedUntil && now().toISOString() < job.claimedUntil) return 'finished';
    if (timeLeft() < 10_000) return 'more';
    const ended = await endedRanges(job);
    // the last of the ranges enqueues this job
    if (!ended) return 'finished';
    const kind = kinds[job.kind];
    if (!kind) throw new Error(`This worker does not support "${job.kind}".`);
    if (isLost(job) && (await giveUpJob(kind, job))) continue;
    let current = job;
    try {
      const { claims } = kind;
      if (claims === true || claims?.(cursorOf(kind, job))) current = await claimStep(job);
      // scheduled jobs have no request; their trace uses the job ID
      latest = await inTrace(job.requestId ?? jobId, () =>
        withEmailsDue(new Date(job.updatedAt), () => takeStep(kind, current, ended)),
      );
    } catch (error) {
      // another worker took this step, which caused the failure
      if ((await loadJob(jobId))?.version !== current.version) continue;
      await inTrace(job.requestId ?? jobId, () => noteFailure(kind, current, error));
    }
  }
}

/** Claims the next step for this worker; throws JobConflict if another worker was first. */
async function claimStep(job: JobRecord): Promise<JobRecord> {
  const at = now();
  const claimed: JobRecord = {
    ...job,
    claimedUntil: new Date(at.getTime() + claimMs).toISOString(),
    updatedAt: at.toISOString(),
  };
  await saveJob(job, claimed);
  return { ...claimed, version: job.version + 1 };
}

const cursorOf = (kind: JobKindSteps, { cursor }: JobRecord): unknown =>
  kind.cursor.parse(cursor === '' ? undefined : JSON.parse(cursor));

const contextOf = (
  kind: JobKindSteps,
  job: JobRecord,
  at: Date,
  ended: readonly JobRecord[] = [],
): StepContext<unknown, unknown> => ({
  jobId: job.id,
  input: kind.input.parse(job.input),
  cursor: cursorOf(kind, job),
  startedBy: job.startedBy,
  now: at,
  totalOfRanges: sumOfRanges(ended).total,
});

/** Runs a step and returns the updated job. */
async function takeStep(kind: JobKindSteps, job: JobRecord, ended: readonly JobRecord[]): Promise<JobRecord> {
  requireRangesDone(ended);
  for (let turn = 0; ; turn++) {
    const at = now();
    try {
      return await saveStep(job, await kind.step(contextOf(kind, job, at, ended)), at, ended);
    } catch (error) {
      if (!isLostRace(error) || job.claimedUntil !== null || turn >= racesLost) throw error;
      await pause(turn);
    }
  }
}

/**
 * True if data that the step read was changed concurrently, such as by another upload, or if it took more rows than fit
 * beside events for webhooks that it did not know: not a failure of the step.
 */
const isLostRace = (error: unknown): boolean =>
  error instanceof TransactionTooLarge ||
  (error instanceof TransactionRefused && !error.refusals.some((refusal) => refusal instanceof JobConflict));

async function noteFailure(kind: JobKindSteps, job: JobRecord, error: unknown): Promise<void> {
  log('error', 'job step failed', {
    jobId: job.id,
    kind: job.kind,
    failures: job.failures + 1,
    ...errorFields(error),
  });
  const stopped = error instanceof JobStopped;
  const over = stopped || job.failures + 1 >= failuresAllowed;
  if (over && (await giveUpJob(kind, job))) return;
  const { done, total } = await withProgress(job);
  const howFar = `${done} of ${total} are done, and nothing was done twice.`;
  const noted = saveJob(job, {
    ...job,
    failures: job.failures + 1,
    status: over ? 'failed' : 'running',
    claimedUntil: null,
    message: stopped
      ? `${error.message} ${howFar}`
      : over
        ? `This job stopped after ${done} of ${total}. Completed work is saved, and nothing was done twice. Start it again to finish the rest.`
        : job.message,
    updatedAt: now().toISOString(),
  });
  await noted.catch((lost: unknown) => {
    if (!(lost instanceof JobConflict)) throw lost;
  });
}

const isLost = ({ updatedAt }: JobRecord): boolean =>
  updatedAt < new Date(now().getTime() - lostAfterMs).toISOString();

/** Runs the kind's replacement of a permanently failed step; false if it has none or the replacement failed. */
async function giveUpJob(kind: JobKindSteps, job: JobRecord): Promise<boolean> {
  const at = now();
  try {
    const last = await kind.giveUp?.(contextOf(kind, job, at));
    if (last) await saveStep(job, last, at);
    return last !== undefined;
  } catch (error) {
    if (error instanceof JobConflict) return true;
    log('error', 'job not given up', { jobId: job.id, kind: job.kind, ...errorFields(error) });
    return false;
  }
}

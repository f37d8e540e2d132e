import { errorFacts, log } from '../platform/log.ts';
import { now } from '../platform/clock.ts';
import { inTrace } from '../platform/trace.ts';
import { pause } from '../table/retry.ts';
import { TransactionRefused, transactAll } from '../table/transact.ts';
import type { JobKind } from '../../shared/jobs/job.ts';
import { type JobKindSteps, JobStopped, type StepContext, type StepResult } from './job-kind.ts';
import { advance, JobConflict, loadJob, saveJob, type JobRecord, type Tally } from './store.ts';

/** A step that broke this often in a row ends its job. */
const failuresAllowed = 3;

/** So often a step is taken anew with what is there by then, before that counts as broken. */
const racesLost = 5;

/** A job that did not move for so long ends its worker at each attempt, which no failure counts. */
const lostAfterMs = 2 * 3_600_000;

/** Longer than the worker may run, shorter than a job may rest before it is woken. */
export const claimMs = 4 * 60_000;

/** The kinds that a worker takes. */
export type WorkersKinds = Partial<Record<JobKind, JobKindSteps>>;

/**
 * Takes a job's steps until it is finished, another worker has claimed its next step, or the time is up. Returns `more`
 * in the last case: another turn is needed. May run twice at once and may be killed anywhere: each step counts once.
 */
export async function takeSteps(
  kinds: WorkersKinds,
  jobId: string,
  timeLeft: () => number,
): Promise<'finished' | 'more'> {
  // what a step wrote is known: it would have failed had anybody written in between
  let known: JobRecord | undefined;
  for (;;) {
    const job = known ?? (await loadJob(jobId));
    known = undefined;
    if (!job || job.status !== 'running') return 'finished';
    // whoever claimed the step goes on; if that worker died, the job is woken when the claim is over
    if (job.claimedUntil && now().toISOString() < job.claimedUntil) return 'finished';
    if (timeLeft() < 10_000) return 'more';
    const kind = kinds[job.kind];
    if (!kind) throw new Error(`This worker takes no step of "${job.kind}".`);
    if (isLost(job) && (await giveUpJob(kind, job))) continue;
    let current = job;
    try {
      const { claims } = kind;
      if (claims === true || claims?.(job.cursor)) current = await claimStep(job);
      // a job that a schedule began is found by its own id
      known = await inTrace(job.requestId ?? jobId, () => takeStep(kind, current));
    } catch (problem) {
      // another worker took this step: whatever failed here failed because of that
      if ((await loadJob(jobId))?.version !== current.version) continue;
      await inTrace(job.requestId ?? jobId, () => noteFailure(kind, current, problem));
    }
  }
}

/** Gives the next step to this worker alone; throws JobConflict when another was faster. */
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

function contextOf(kind: JobKindSteps, job: JobRecord, at: Date): StepContext<unknown> {
  const { id, cursor, startedBy } = job;
  return { jobId: id, input: kind.input.parse(job.input), cursor, startedBy, now: at };
}

/** Takes a step, and gives the job as it is after it. */
async function takeStep(kind: JobKindSteps, job: JobRecord): Promise<JobRecord> {
  for (let turn = 0; ; turn++) {
    const at = now();
    try {
      return await saveStep(job, await kind.step(contextOf(kind, job, at)), at);
    } catch (problem) {
      if (!isLostRace(problem) || job.claimedUntil !== null || turn >= racesLost) throw problem;
      await pause(turn);
    }
  }
}

/** What the step read was changed before it wrote, as by another upload of the same people: no fault of the step. */
const isLostRace = (problem: unknown): boolean =>
  problem instanceof TransactionRefused && !problem.refusals.some((one) => one instanceof JobConflict);

async function saveStep(job: JobRecord, step: StepResult, at: Date): Promise<JobRecord> {
  const after: JobRecord = {
    ...job,
    status: step.next === null ? 'done' : 'running',
    done: job.done + step.done,
    total: step.total ?? job.total,
    cursor: step.next ?? job.cursor,
    message: step.message,
    tally: addTally(job.tally, step.tally ?? {}),
    failures: 0,
    claimedUntil: null,
    updatedAt: at.toISOString(),
  };
  await transactAll([...(step.changes ?? []), ...advance(job, after, step.refusedRows)]);
  return { ...after, version: job.version + 1 };
}

async function noteFailure(kind: JobKindSteps, job: JobRecord, problem: unknown): Promise<void> {
  log('error', 'job step failed', {
    jobId: job.id,
    kind: job.kind,
    failures: job.failures + 1,
    ...errorFacts(problem),
  });
  const stopped = problem instanceof JobStopped;
  const over = stopped || job.failures + 1 >= failuresAllowed;
  if (over && (await giveUpJob(kind, job))) return;
  const howFar = `${job.done} of ${job.total} are done, and nothing was done twice.`;
  const noted = saveJob(job, {
    ...job,
    failures: job.failures + 1,
    status: over ? 'failed' : 'running',
    claimedUntil: null,
    message: stopped
      ? `${problem.message} ${howFar}`
      : over
        ? `This stopped after ${job.done} of ${job.total}. What was done is kept; nothing was done twice. Start it again to finish the rest.`
        : job.message,
    updatedAt: now().toISOString(),
  });
  await noted.catch((lost: unknown) => {
    if (!(lost instanceof JobConflict)) throw lost;
  });
}

const isLost = ({ updatedAt }: JobRecord): boolean =>
  updatedAt < new Date(now().getTime() - lostAfterMs).toISOString();

/** Takes what the job's kind has in place of a step that failed for good; false where it has nothing, or that failed. */
async function giveUpJob(kind: JobKindSteps, job: JobRecord): Promise<boolean> {
  const at = now();
  try {
    const last = await kind.giveUp?.(contextOf(kind, job, at));
    if (last) await saveStep(job, last, at);
    return last !== undefined;
  } catch (problem) {
    if (problem instanceof JobConflict) return true;
    log('error', 'job not given up', { jobId: job.id, kind: job.kind, ...errorFacts(problem) });
    return false;
  }
}

function addTally(before: Tally, step: Tally): Tally {
  const sum: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(step))
    sum[name] = typeof value === 'number' ? Number(sum[name] ?? 0) + value : value;
  return sum;
}

import type { JobKind } from '../../shared/jobs/job.ts';
import type { Caller } from '../users/caller.ts';
import { enqueue } from '../platform/queue.ts';
import { Refusal } from '../../shared/refusal.ts';
import { traceId } from '../platform/log.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import { openRanges } from './ranges.ts';
import { advance, createJob, type JobRecord, type Tally } from './store.ts';

export interface NewJob {
  id: string;
  kind: JobKind;
  input: Record<string, unknown>;
  total: number;
  message: string;
  tally?: Tally;
  partnerId?: string;
  /** The start of the first step as JSON; without it, the kind's own start. */
  cursor?: string;
}

const firstVersion = 1;

/** Creates a job in one transaction with the related changes, and enqueues it. */
export async function beginJob(
  job: NewJob,
  caller: Pick<Caller, 'userId'>,
  now: Date,
  changes: readonly Change[] = [],
): Promise<{ success: true; jobId: string; message: string }> {
  const at = now.toISOString();
  await createJob(
    {
      ...job,
      status: 'running',
      done: 0,
      cursor: job.cursor ?? '',
      tally: job.tally ?? {},
      failures: 0,
      claimedUntil: null,
      startedBy: caller.userId,
      requestId: traceId(),
      partnerId: job.partnerId ?? null,
      startedAt: at,
      updatedAt: at,
      version: firstVersion - 1,
    },
    now,
    changes,
  );
  await enqueue({ id: job.id, kind: job.kind, version: firstVersion });
  return { success: true, jobId: job.id, message: job.message };
}

/** Starts a job with a fixed ID; an existing job continues unchanged. */
export async function beginOnce(job: NewJob, caller: Pick<Caller, 'userId'>, now: Date): Promise<void> {
  try {
    await beginJob(job, caller, now);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error;
  }
}

/** Resumes a failed job and its failed ranges at the failed steps; completed steps are not repeated. */
export async function resumeJob(
  job: JobRecord,
  caller: Pick<Caller, 'userId'>,
  now: Date,
  changes: readonly Change[] = [],
): Promise<{ success: true; jobId: string; message: string }> {
  const message = 'Resuming where the job stopped.';
  await transact(
    ...changes,
    ...advance(job, { ...job, status: 'running', failures: 0, message, updatedAt: now.toISOString() }),
    auditWrite(
      {
        name: 'job resumed',
        subject: `job ${job.id}`,
        who: caller.userId,
        before: { message: job.message },
        after: { kind: job.kind, done: job.done },
      },
      now,
    ),
  );
  for (const range of await openRanges(job))
    if (range.status === 'failed') await resumeJob(range, caller, now);
  await enqueue({ id: job.id, kind: job.kind, version: job.version + 1 });
  return { success: true, jobId: job.id, message };
}

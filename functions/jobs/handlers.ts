import { accessRefused, mayReadJob } from '../../shared/managers/manager-access.ts';
import { type DownloadName, downloadSeconds } from '../../shared/jobs/download.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Caller, canAccess, ownFacilityId } from '../users/caller.ts';
import { loadUserNames } from '../users/store.ts';
import { accessOf } from '../users/user.ts';
import {
  type JobRecord,
  loadJob,
  pageOfJobs,
  notesOf,
  refusedRowsOf,
  runningJobs,
  loadJobs,
} from './store.ts';
import type { SQSEvent } from 'aws-lambda';
import { withSettings } from '../table/deployed-settings.ts';
import { enqueue, setAside } from '../platform/queue.ts';
import { takeSteps, type WorkersKinds } from './take-steps.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { downloadFile, downloadAddress } from '../platform/files.ts';
import { tokenTime, now, scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { handle } from '../handle.ts';
import { type JobKind, resumableJobs } from '../../shared/jobs/job.ts';
import { withProgress } from './ranges.ts';
import { accountKinds } from '../workers/account-kinds.ts';
import { dataKinds } from '../workers/data-kinds.ts';
import { emailKinds } from '../workers/email-kinds.ts';
import { resumeJob } from './begin.ts';
import { failedMessages, readMessage, redriveJobs, redrivenText } from './failed-messages-store.ts';
import {
  generationResumed,
  resumptionLock,
  scheduledGenerations,
} from '../payments/generation/schedule-rows.ts';
import { measure } from '../platform/metrics.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { log } from '../platform/log.ts';
import { scheduledJobId } from '../payments/generation/scheduled-generation.ts';

/** Throws 'forbidden' for a manager whose access does not include the kind of job, also one that the manager started. */
function requireJobAccess({ user }: Caller, { kind, input }: Pick<JobRecord, 'kind' | 'input'>): void {
  const access = user && accessOf(user);
  if (access && !mayReadJob(access, kind, input.what as DownloadName | undefined))
    throw new Refusal('forbidden', accessRefused);
}

/**
 * Returns a worker that continues the job of each message and enqueues the job again when its own time is up. Drops
 * messages with an outdated job version, because the worker that took that step has enqueued the next one. Unreadable
 * messages go to the failed queue immediately, jobs of unsupported kinds after five attempts.
 */
const worker = (kinds: WorkersKinds) =>
  withSettings(
    async (event: SQSEvent, context: { getRemainingTimeInMillis: () => number }): Promise<void> => {
      for (const { body } of event.Records) {
        const read = readMessage(body);
        if (!read) {
          await setAside(body);
          continue;
        }
        const { jobId, version } = read;
        if ((await loadJob(jobId))?.version !== version) continue;
        if ((await takeSteps(kinds, jobId, () => context.getRemainingTimeInMillis())) === 'finished')
          continue;
        const job = await loadJob(jobId);
        if (job) await enqueue(job);
      }
    },
  );

export const fileHandler = handle(jobs.file, async ({ params, caller }) => {
  const job = await loadJob(params.jobId);
  if (job?.kind !== 'download' && job?.kind !== 'bank file check')
    throw new Refusal('not-found', 'Download not found.');
  if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId)
    throw new Refusal('forbidden', 'Access to the resource is denied.');
  // a user who lost access to the partner also loses the file
  if (job.partnerId !== null) caller.requireAccess({ partnerId: job.partnerId });
  requireJobAccess(caller, job);
  if (job.status !== 'done')
    throw new Refusal('conflict', 'This download is not ready. Wait until it is finished.');
  const name = job.tally.fileName ?? 'download.xlsx';
  const address = await downloadAddress('files', downloadFile(job.id), {
    asName: name,
    seconds: downloadSeconds,
    // S3 compares it with the real time, which can differ from the local clock
    at: new Date(tokenTime() * 1000),
  });
  return { address, name };
});

const ofPartner: readonly JobKind[] = [
  'employees upload',
  'roster judging',
  'roster change',
  'roster take-back',
];

const withNotes: readonly JobKind[] = ['employees upload', 'visits import', 'clubs import'];

export const getHandler = handle(jobs.get, async ({ params, caller, now }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Job not found.');
  // every manager of the partner sees its uploads; members must not read them
  const isOwnUpload =
    caller.role === 'partnerManager' &&
    ofPartner.includes(job.kind) &&
    canAccess(caller.user, { partnerId: job.partnerId ?? '' });
  // files of the club's system were started by no user
  const isOwnDelivery =
    caller.role === 'facilityManager' &&
    job.kind === 'visits import' &&
    job.input.ownClub === ownFacilityId(caller);
  if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId && !isOwnUpload && !isOwnDelivery)
    throw new Refusal('forbidden', 'Access to the resource is denied.');
  requireJobAccess(caller, job);
  const rows = job.status === 'running' ? undefined : await refusedRowsOf(job.id);
  const lock = job.status === 'failed' ? await resumptionLock(job, now) : undefined;
  const notes = withNotes.includes(job.kind) ? await notesOf(job.id) : [];
  const current = await withProgress(job);
  const { discarded: stored, ...tally } = current.tally;
  const discarded = stored && {
    ...stored,
    who: (await loadUserNames([stored.who])).get(stored.who) ?? 'Wellport',
  };
  const result = { ...tally, rows, ...(discarded && { discarded }), ...(notes.length > 0 && { notes }) };
  return { ...current, resumptionLock: lock, result };
});

export const onAccountMessageHandler = worker(accountKinds);

export const onDataMessageHandler = worker(dataKinds);

export const onEmailMessageHandler = worker(emailKinds);

export const resumeHandler = handle(jobs.resume, async ({ params, caller, now }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Job not found.');
  if (!resumableJobs.includes(job.kind))
    throw new Refusal('invalid', 'This job cannot be resumed. Start it again on its own page.');
  if (job.status !== 'failed')
    throw new Refusal('conflict', 'This job has not stopped. Nothing was changed. Reload the page.');
  if (job.rangeOf) throw new Refusal('invalid', 'This job is a part of another job. Resume that one.');
  return resumeJob(job, caller, now, await generationResumed(job, now));
});

export const listHandler = handle(jobs.list, async ({ query: { status, ...query }, now }) => {
  const [{ items, ...page }, failed] = await Promise.all([pageOfJobs(status, query), failedMessages()]);
  const rows = await Promise.all(
    items.map(async (job) => {
      const { id, kind, message, done, total, startedAt, updatedAt, rangeOf } = job;
      const mayResume = status === 'failed' && resumableJobs.includes(kind) && !rangeOf;
      const lock = mayResume ? await resumptionLock(job, now) : undefined;
      return {
        id,
        kind,
        message,
        done,
        total,
        startedAt,
        updatedAt,
        canResume: mayResume && lock === undefined,
        resumptionLock: lock ?? null,
      };
    }),
  );
  return { ...page, items: rows, failedMessages: failed };
});

export const redriveHandler = handle(jobs.redrive, async () => ({
  success: true,
  message: redrivenText(await redriveJobs()),
}));

const stillFor = 5 * 60_000;

/**
 * Wakes jobs without progress: their message was lost when a process died between the table and the queue. A second
 * message for a queued job has no effect (worker.ts).
 */
export const wakeStuckJobsHandler = withSettings(async (): Promise<void> => {
  const since = new Date(now().getTime() - stillFor).toISOString();
  let waiting = 0;
  for await (const job of runningJobs()) {
    waiting += 1;
    if (job.updatedAt < since) await enqueue(job);
  }
  measure({ JobsWaiting: waiting });
});

/** Counts the night's unfinished generations for an alarm (infra/alarms/alarm-table.ts). */
export const watchGenerationsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<string[]> => {
  const due = scheduledTime(event);
  const ids = scheduledGenerations(Number(dateInChicago(due).slice(8))).map(({ schedule, row }) =>
    scheduledJobId(row, schedule, due),
  );
  const ended = (await loadJobs(ids)).filter(({ status }) => status === 'done').map(({ id }) => id);
  const missing = ids.filter((id) => !ended.includes(id));
  if (missing.length > 0) log('error', 'generations missing', { jobs: missing });
  measure({ GenerationsMissing: missing.length });
  return missing;
});

import * as z from 'zod';
import { refusalCodes, type RefusalCode } from '../refusal.ts';

/**
 * Job kinds by worker; each worker has its own permissions and queue. `accounts` reads, opens, and seals bank accounts
 * and stores bank files; `emails` sends emails and has the keys of their links; `data` reads and writes the table and
 * files. The steps are in functions/jobs.
 */
const kindsByWorker = {
  accounts: [
    'bank file check',
    'bank files',
    'bank inbox',
    'bank settlement',
    'withdrawal notices',
    'clubs import',
  ],
  emails: [
    'employees bulk',
    'roster judging',
    'roster change',
    'due memberships',
    'invitations',
    'changed terms',
    'replaced bank account',
    'member email',
    'visit reminders',
    'access reviews',
    'club email',
    'voucher recipients',
    'voucher publication',
    'voucher email',
    'webhook email',
  ],
  data: [
    'key fobs',
    'employees upload',
    'roster take-back',
    'visits import',
    'visits archive',
    'partner payments',
    'facility payments',
    'club members',
    'member payments',
    'payment statuses',
    'payroll',
    'ledger seal',
    'ledger proof',
    'download',
    'members transfer',
  ],
} as const;
export type JobWorker = keyof typeof kindsByWorker;
export type KindOfWorker<Worker extends JobWorker> = (typeof kindsByWorker)[Worker][number];

export const jobKinds = [...kindsByWorker.accounts, ...kindsByWorker.emails, ...kindsByWorker.data] as const;
export type JobKind = (typeof jobKinds)[number];

export function workerOfKind(kind: JobKind): JobWorker {
  const isIn = (kinds: readonly JobKind[]) => kinds.includes(kind);
  if (isIn(kindsByWorker.accounts)) return 'accounts';
  return isIn(kindsByWorker.emails) ? 'emails' : 'data';
}

/** Kinds that a user can resume after a failure; other jobs are started again on their own page. */
export const resumableJobs: readonly JobKind[] = [
  'changed terms',
  'roster change',
  'roster take-back',
  'facility payments',
  'member payments',
];

export const jobColumns = ['updatedAt'] as const;

export const jobStatuses = ['running', 'done', 'failed'] as const;

/** Days for which results of jobs are stored, because they contain names. Uploaded files expire after the same time. */
export const resultDays = 30;

/** A row of a file that failed, with its reason (spec 2 §3, upload result record). */
export const refusedRow = z.object({
  line: z.int(),
  reason: z.string(),
  /** Machine-readable kind of the reason; absent in rows stored before codes. */
  code: z.enum(refusalCodes).optional(),
  cells: z.record(z.string(), z.string()),
});
export type RefusedRow = z.output<typeof refusedRow>;
/** A refused row to be stored. */
export type NewRefusedRow = RefusedRow & { code: RefusalCode };

/** A job in API responses. `done` and `total` count rows, entries, or emails, as stated in the message. */
export const job = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  done: z.int(),
  total: z.int(),
  message: z.string(),
  /** Why a failed generation of dues cannot be resumed. */
  resumptionLock: z.string().optional(),
  result: z.object({
    fileName: z.string().optional(),
    uploaded: z.int().optional(),
    failed: z.int().optional(),
    /** Failed rows that need a fix. */
    toFix: z.int().optional(),
    added: z.int().optional(),
    changed: z.int().optional(),
    removed: z.int().optional(),
    kept: z.int().optional(),
    notCounted: z.int().optional(),
    /** What was omitted of an uploaded file or not read. */
    notes: z.array(z.string()).optional(),
    /** Optional values that could not be read, although their rows were imported, and the first one with its line. */
    skippedTimes: z.int().optional(),
    note: z.string().optional(),
    rows: z.array(refusedRow).optional(),
    /** The upload that retried the failed rows of this one. */
    continuedIn: z.string().optional(),
    /** The instant at which a user discarded the failed rows. */
    discardedAt: z.string().optional(),
  }),
});
export type Job = z.output<typeof job>;

/** Returns true if every row of a file failed. */
export const isNothingImported = ({
  uploaded = 0,
  added = 0,
  changed = 0,
  notCounted = 0,
  kept = 0,
  removed = 0,
  failed = 0,
}: Omit<Job['result'], 'rows'>): boolean =>
  failed > 0 && uploaded + added + changed + notCounted + kept + removed === 0;

/** Response of an endpoint that starts a job. */
export const jobBegun = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  jobId: z.string(),
});
export type JobBegun = z.output<typeof jobBegun>;

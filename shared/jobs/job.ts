import * as z from 'zod';

/**
 * Every kind of long work there is, by the worker that takes it; each worker has the rights of its kinds and a queue of
 * its own. `accounts` opens and seals bank accounts and stores bank files; `emails` sends emails, and holds the keys of
 * the links in them; `data` reads and writes the table and files. The steps are in functions/jobs.
 */
const kindsByWorker = {
  accounts: ['bank file check', 'bank files', 'bank inbox', 'bank settlement', 'clubs import'],
  emails: [
    'employees bulk',
    'roster judging',
    'roster change',
    'invitations',
    'changed terms',
    'replaced bank account',
    'member email',
    'withdrawal notices',
    'club email',
    'voucher recipients',
    'voucher publication',
    'voucher email',
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
    'ledger backfill',
    'ledger seal',
    'ledger proof',
    'download',
    'list entries',
    'members transfer',
  ],
} as const;
export type JobWorker = keyof typeof kindsByWorker;
export type KindOfWorker<Worker extends JobWorker> = (typeof kindsByWorker)[Worker][number];

export const jobKinds = [...kindsByWorker.accounts, ...kindsByWorker.emails, ...kindsByWorker.data] as const;
export type JobKind = (typeof jobKinds)[number];

/** The worker that takes a kind's steps. */
export function workerOfKind(kind: JobKind): JobWorker {
  const isIn = (kinds: readonly JobKind[]) => kinds.includes(kind);
  if (isIn(kindsByWorker.accounts)) return 'accounts';
  return isIn(kindsByWorker.emails) ? 'emails' : 'data';
}

/** Kinds that a person may take up again where they failed; all others are begun again on their own page. */
export const resumableJobs: readonly JobKind[] = ['changed terms', 'roster change', 'roster take-back'];

export const jobStatuses = ['running', 'done', 'failed'] as const;

/** One row of a file that could not be taken, with the reason in words (spec 2 §3, upload result record). */
export const refusedRow = z.object({
  line: z.int(),
  reason: z.string(),
  cells: z.record(z.string(), z.string()),
});
export type RefusedRow = z.output<typeof refusedRow>;

/** What a page sees of a job. `done` and `total` count rows, lines or emails, as the message says. */
export const job = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  done: z.int(),
  total: z.int(),
  message: z.string(),
  result: z.object({
    fileName: z.string().optional(),
    uploaded: z.int().optional(),
    failed: z.int().optional(),
    added: z.int().optional(),
    changed: z.int().optional(),
    removed: z.int().optional(),
    kept: z.int().optional(),
    notCounted: z.int().optional(),
    rows: z.array(refusedRow).optional(),
    /** The upload that took over the refused rows of this one. */
    continuedIn: z.string().optional(),
  }),
});
export type Job = z.output<typeof job>;

/** The answer of a call that begins long work. */
export const jobBegun = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  jobId: z.string(),
});
export type JobBegun = z.output<typeof jobBegun>;

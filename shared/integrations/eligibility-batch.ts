import * as z from 'zod';
import { refusalCodes } from '../refusal.ts';
import { rosterChangeKinds, type RosterChange } from '../employees/roster-change.ts';
import { fileFields } from '../employees/column-questions.ts';
import type { Job } from '../jobs/job.ts';
import { money } from '../money.ts';

/** Most rows of a batch. A larger roster is imported as a file. */
export const mostRowsOfBatch = 5_000;

/** Longest text of a cell; the rules of the fields are applied to each row, so that a wrong row refuses no other. */
const cell = z.string().max(400).optional();

const fields = Object.fromEntries(fileFields.map((name) => [name, cell])) as Record<
  (typeof fileFields)[number],
  typeof cell
>;

/** A person as sent. A misspelled field is refused, because it would otherwise be ignored in every row. */
export const batchRow = z.strictObject({ ...fields, keyFobNumber: cell });
export type BatchRow = z.output<typeof batchRow>;

/** A batch of rows, with the modes of imported files. */
export const newBatch = z.object({
  /** Chosen by the client; a repeated request with the same key and content returns the first batch. */
  idempotencyKey: z
    .string()
    .regex(
      /^[\w.:-]{1,100}$/,
      'Idempotency key must have 1 to 100 letters, digits, hyphens, dots, and colons.',
    ),
  mode: z.enum(rosterChangeKinds),
  dryRun: z.boolean().default(false),
  rows: z.array(batchRow).min(1).max(mostRowsOfBatch, `At most ${mostRowsOfBatch} rows are allowed.`),
});
export type NewBatch = z.output<typeof newBatch>;

/**
 * States of a batch. `refused`: it is unreadable, or a user discarded it; `checked`: a dry run is complete; `review`: it waits for a confirmation on screen; `waiting`: an
 * administrator must approve; `failed`: the job stopped, and an administrator can resume it.
 */
const batchStates = [
  'reading',
  'refused',
  'checked',
  'review',
  'waiting',
  'applying',
  'applied',
  'failed',
  'undoing',
  'undone',
] as const;
export type BatchState = (typeof batchStates)[number];

const stateOfStatus: Record<RosterChange['status'], BatchState> = {
  judging: 'reading',
  refused: 'refused',
  checked: 'checked',
  columns: 'review',
  preview: 'review',
  waiting: 'waiting',
  discarded: 'refused',
  running: 'applying',
  done: 'applied',
  takingBack: 'undoing',
  takenBack: 'undone',
};

const inProgress: readonly BatchState[] = ['reading', 'applying', 'undoing'];

/** Returns the state of a batch, considering its job. A preview is confirmed by the next step of the same job. */
export function batchState(
  { status }: Pick<RosterChange, 'status'>,
  jobStatus: Job['status'] | undefined,
): BatchState {
  const state = stateOfStatus[status];
  if (jobStatus === 'failed' && inProgress.includes(state)) return 'failed';
  return jobStatus === 'running' && status === 'preview' ? 'reading' : state;
}

const effects = z.object({
  monthlyMore: money(),
  monthlyLess: money(),
  notCharged: money(),
  paidBack: money(),
});
const outcome = z.object({ changed: z.int(), failed: z.int() });

/** A batch in responses, with amounts in dollars. */
export const batch = z.object({
  id: z.string(),
  mode: z.enum(rosterChangeKinds),
  dryRun: z.boolean(),
  state: z.enum(batchStates),
  /** Rows that the current job has processed, of `total`. */
  done: z.int(),
  total: z.int(),
  message: z.string(),
  counts: z.object({
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    ended: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    failed: z.int(),
  }),
  /** Monthly dues that begin and end, dues that are no longer charged, and dues that are refunded. */
  effects,
  applied: outcome.nullable(),
  undone: outcome.nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Deadline for undoing the batch on screen. */
  undoUntil: z.string().nullable(),
});
export type Batch = z.output<typeof batch>;

const rowResults = ['added', 'changed', 'ended', 'unchanged', 'skipped', 'failed'] as const;
export type RowResult = (typeof rowResults)[number];

/** The result of a row; before the batch is applied, the expected one. */
export const batchResult = effects.extend({
  /** One-based position in the batch; null for a member that is missing from a full roster. */
  row: z.int().nullable(),
  result: z.enum(rowResults),
  memberId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** Last calendar date of an ending membership. */
  lastDay: z.string().nullable(),
  message: z.string(),
  /** Kind of the error of a failed row, as in error responses. */
  code: z.enum(refusalCodes).nullable(),
});
export type BatchResult = z.output<typeof batchResult>;

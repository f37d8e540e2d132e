import * as z from 'zod';
import { checkSummary } from '../../../shared/bank-files/check-summary.ts';
import { plannedFile } from '../../../shared/bank-files/run-plan.ts';
import { getFile, putFile } from '../../platform/files.ts';
import { runPlace } from '../run-payment-store.ts';
import { checkPartName } from './begin-check.ts';
import { sha256 } from './plan-files.ts';

/** How far a check by a job is. What grows with the run is in parts beside it, found by their content's hash. */
export const checkState = z.object({
  /** collected: did dues of a closed month go out before; read: payments; split: over files; build: the files. */
  phase: z.enum(['collected', 'read', 'split', 'build']),
  /** The instant of the first step: the run's own, whatever the time is in a later one. */
  at: z.string(),
  today: z.string(),
  effectiveDate: z.string(),
  settingsDigest: z.string(),
  locked: z.string().nullable(),
  wasCollected: z.boolean(),
  place: runPlace.nullable(),
  inputDigest: z.string(),
  part: z.string().nullable(),
});
export type CheckState = z.output<typeof checkState>;

/** A payment that was selected: what the split and the building of its file need. Amounts are cents. */
export const selectedLine = z.object({
  paymentId: z.string(),
  paymentVersion: z.int(),
  payeeToken: z.string(),
  accountVersion: z.int(),
  amount: z.int(),
  isRetry: z.boolean(),
  hasRemittance: z.boolean(),
  name: z.string(),
});
export type SelectedLine = z.output<typeof selectedLine>;

/** What a step of reading found; `before` names the part of the step before, and the summary is of all so far. */
export const readPart = z.object({
  before: z.string().nullable(),
  lines: z.array(selectedLine),
  summary: checkSummary,
});

/** The files of a run: their payments as parts of their own, and those that are built. */
export const buildPart = z.object({
  files: z.array(z.string()),
  built: z.array(plannedFile),
  firstTrace: z.int(),
  summary: checkSummary,
});

/** Keeps a part and returns its name. A worker that died or is late can only leave the same part, or one nobody names. */
export async function keepPart(jobId: string, content: unknown): Promise<string> {
  const text = JSON.stringify(content);
  const name = sha256(text);
  await putFile('files', checkPartName(jobId, name), text, 'application/json');
  return name;
}

export async function loadPart<Schema extends z.ZodType>(
  jobId: string,
  name: string | null,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = name === null ? undefined : await getFile('files', checkPartName(jobId, name));
  if (!bytes) throw new Error(`part ${name} of check ${jobId} is gone`);
  return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const submissionEntity = entity({
  name: 'submission',
  schema: z.object({
    id: z.string(),
    state: z.enum(['sending', 'sent']),
    /** ISO instant of the last attempt. */
    triedAt: z.string(),
    /** Unix time in seconds; one day after the attempt. */
    expiresAt: z.int(),
    version: z.int(),
  }),
  key: ({ id }) => keys.submission(id),
});
export type Submission = z.output<(typeof submissionEntity)['schema']>;

export const loadSubmission = (id: string): Promise<Submission | undefined> =>
  get(submissionEntity, keys.submission(id));

export const alreadySending = (): Refusal =>
  new Refusal('conflict', 'This form is already being sent. Wait a moment before you send it again.');

/** Claims a new submission, or a failed one after its timeout; only one of several callers succeeds. */
export async function claimSubmission(
  id: string,
  before: Submission | undefined,
  now: Date,
): Promise<Submission> {
  const expiresAt = Math.floor(now.getTime() / 1000) + 24 * 60 * 60;
  const claimed: Submission = {
    id,
    state: 'sending',
    triedAt: now.toISOString(),
    expiresAt,
    version: before?.version ?? 0,
  };
  await transact(...change(submissionEntity, before ?? null, claimed, { lost: alreadySending() }));
  return { ...claimed, version: claimed.version + 1 };
}

/** Records that the submission was sent, or deletes it so that the next attempt can start immediately. */
export const settleSubmission = (claimed: Submission, sent: boolean): Promise<void> =>
  transact(
    ...change(submissionEntity, claimed, sent ? { ...claimed, state: 'sent' } : null, {
      lost: alreadySending(),
    }),
  );

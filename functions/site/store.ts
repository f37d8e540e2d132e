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
    /** ISO instant of the last try. */
    triedAt: z.string(),
    /** Seconds since 1970; forgotten a day after. */
    expiresAt: z.int(),
    version: z.int(),
  }),
  key: ({ id }) => keys.submission(id),
});
export type Submission = z.output<(typeof submissionEntity)['schema']>;

export const loadSubmission = (id: string): Promise<Submission | undefined> =>
  get(submissionEntity, keys.submission(id));

export const underWay = (): Refusal =>
  new Refusal('conflict', 'This form is being sent already. Wait a moment before you send it again.');

/** Takes a submission on, from nothing or from a try that stopped half-way; only one of several callers can. */
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
  await transact(...change(submissionEntity, before ?? null, claimed, { lost: underWay() }));
  return { ...claimed, version: claimed.version + 1 };
}

/** Remembers that it was sent, or forgets it so that another try can begin at once. */
export const settleSubmission = (claimed: Submission, sent: boolean): Promise<void> =>
  transact(
    ...change(submissionEntity, claimed, sent ? { ...claimed, state: 'sent' } : null, { lost: underWay() }),
  );

import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { wait } from '../platform/time-and-chance.ts';
import {
  claimSubmission,
  loadSubmission,
  settleSubmission,
  alreadySending,
  type Submission,
} from './store.ts';

/** An attempt that is still open after this time, in milliseconds, has failed. */
const attemptTimeoutMs = 60_000;
const maxPolls = 40;

/**
 * Returns the submission ID for the client's ID and the content. A form that was corrected and sent again is a new
 * submission.
 */
export const submissionIdOf = (kind: string, clientId: string, body: object): string =>
  digestOf(JSON.stringify([kind, clientId, body]));

const isExpired = ({ state, triedAt, expiresAt }: Submission, now: Date): boolean =>
  expiresAt * 1000 <= now.getTime() ||
  (state === 'sending' && Date.parse(triedAt) + attemptTimeoutMs <= now.getTime());

/**
 * Sends a submission once, even if it arrives several times: concurrent callers wait for the first and get the same
 * result. A failed attempt is deleted and its error thrown. Only a process that fails after sending and before
 * recording it can send twice.
 */
export async function sendOnce(id: string, now: Date, send: () => Promise<void>): Promise<void> {
  const claimed = await claim(id, now);
  if (!claimed) return;
  try {
    await send();
  } catch (error) {
    await settleSubmission(claimed, false);
    throw error;
  }
  await settleSubmission(claimed, true);
}

/** Returns the claim to send, or undefined if the submission was already sent. */
async function claim(id: string, now: Date): Promise<Submission | undefined> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const before = await loadSubmission(id);
    if (before && !isExpired(before, now)) {
      if (before.state === 'sent') return undefined;
      await wait(100);
      continue;
    }
    try {
      return await claimSubmission(id, before, now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  throw alreadySending();
}

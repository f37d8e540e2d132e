import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { wait } from '../platform/time-and-chance.ts';
import { claimSubmission, loadSubmission, settleSubmission, underWay, type Submission } from './store.ts';

/** An attempt that is still open after this time, in milliseconds, has failed. */
const longestTry = 60_000;
const looks = 40;

/**
 * Returns the submission ID for the client's ID and the content. A form that was corrected and sent again is a new
 * submission.
 */
export const nameSubmission = (kind: string, clientId: string, body: object): string =>
  digestOf(JSON.stringify([kind, clientId, body]));

const isOver = ({ state, triedAt, expiresAt }: Submission, now: Date): boolean =>
  expiresAt * 1000 <= now.getTime() ||
  (state === 'sending' && Date.parse(triedAt) + longestTry <= now.getTime());

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
  } catch (problem) {
    await settleSubmission(claimed, false);
    throw problem;
  }
  await settleSubmission(claimed, true);
}

/** Returns the claim to send, or undefined if the submission was already sent. */
async function claim(id: string, now: Date): Promise<Submission | undefined> {
  for (let look = 0; look < looks; look += 1) {
    const before = await loadSubmission(id);
    if (before && !isOver(before, now)) {
      if (before.state === 'sent') return undefined;
      await wait(100);
      continue;
    }
    try {
      return await claimSubmission(id, before, now);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
    }
  }
  throw underWay();
}

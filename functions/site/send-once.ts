import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { wait } from '../platform/time-and-chance.ts';
import { claimSubmission, loadSubmission, settleSubmission, underWay, type Submission } from './store.ts';

/** A try that has not settled after this time died half-way. */
const longestTry = 60_000;
const looks = 40;

/**
 * Names a submission by the client's id and by what is sent: a form that was corrected and sent again is another one,
 * and nothing of it gets lost.
 */
export const nameSubmission = (kind: string, clientId: string, body: object): string =>
  digestOf(JSON.stringify([kind, clientId, body]));

const isOver = ({ state, triedAt, expiresAt }: Submission, now: Date): boolean =>
  expiresAt * 1000 <= now.getTime() ||
  (state === 'sending' && Date.parse(triedAt) + longestTry <= now.getTime());

/**
 * Sends once, however often the same submission comes: a second one waits for the first one's end and is answered the
 * same. A failed try is forgotten and its error thrown. Only a process that dies between sending and remembering can
 * make a retry send again.
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

/** The claim to send; undefined when it was sent already, by now at the latest. */
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

import { Refusal } from '../../shared/refusal.ts';
import { codesLocked } from '../../shared/users/second-factor.ts';
import {
  countTry,
  forgetTriesOf,
  isLastTry,
  signInLocked,
  signInTries,
} from '../../shared/users/sign-in-tries.ts';
import { digestOf } from '../platform/digest.ts';
import { auditWrite } from '../table/audit.ts';
import { change, measured, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const triesEntity = entity({
  name: 'sign-in tries',
  schema: signInTries,
  key: ({ name }) => keys.signInTries(name),
});

class TriesMoved extends Refusal {
  constructor() {
    super('conflict', 'Somebody is logging in with this name at this moment. Try again.');
  }
}
const lost = new TriesMoved();

/** Repeats an operation after a concurrent attempt. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TriesMoved)) throw error;
    }
  }
  throw lost;
}

/** Name, source (`HandlerContext.source`), and time of a login. */
export interface Attempt {
  name: string;
  source: string;
  now: Date;
}

/** Counts an attempt before it is made; throws if the source or name is locked. Concurrent attempts count separately. */
export async function beginTry({ name, source, now }: Attempt, locked = signInLocked): Promise<void> {
  const digest = digestOf(name);
  await inTurn(async () => {
    const before = await get(triesEntity, keys.signInTries(digest));
    const after = countTry(before, { name: digest, source }, now);
    if (!after) throw new Refusal('locked', locked);
    const subject = `sign-in ${digest}`;
    await transact(
      ...change(triesEntity, before ?? null, after, { lost }),
      ...(isLastTry(after, source)
        ? [measured(auditWrite({ name: 'sign-in locked', subject, who: 'nobody' }, now), { LockOuts: 1 })]
        : []),
    );
  });
}

/**
 * Name under which codes are counted, separate from passwords: a correct or reset password resets the attempts of
 * passwords only. It cannot collide with names, which are lowercase.
 */
const codeTries = (userId: string): string => `CODES OF ${userId}`;

/** Codes have six digits, so all sources count together. Only holders of the password can cause this lock. */
const anywhere = 'anywhere';

const codeAttempt = (userId: string, now: Date): Attempt => ({
  name: codeTries(userId),
  source: anywhere,
  now,
});

export const beginCodeTry = (userId: string, now: Date): Promise<void> =>
  beginTry(codeAttempt(userId, now), codesLocked);

/** Returns the writes that reset the attempts of a name at a source after the identity was verified. */
export async function forgetTries({ name, source, now }: Attempt): Promise<Change[]> {
  const before = await get(triesEntity, keys.signInTries(digestOf(name)));
  return before ? change(triesEntity, before, forgetTriesOf(before, source, now), { lost }) : [];
}

export const forgetCodeTries = (userId: string, now: Date): Promise<Change[]> =>
  forgetTries(codeAttempt(userId, now));

export const endCodeTry = (userId: string, now: Date, also: readonly Change[]): Promise<void> =>
  endTry(codeAttempt(userId, now), userId, also);

/**
 * Resets the attempts and records the login; `also` are writes of the same transaction. A concurrent attempt does not
 * lock out a verified user.
 */
export async function endTry(attempt: Attempt, userId: string, also: readonly Change[] = []): Promise<void> {
  await inTurn(async () =>
    transact(
      ...(await forgetTries(attempt)),
      ...also,
      auditWrite({ name: 'signed in', subject: `user ${userId}`, who: userId }, attempt.now),
    ),
  );
}

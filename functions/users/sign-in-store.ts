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

/** Does a piece of work again when somebody else's try came between: whoever comes second looks again. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof TriesMoved)) throw problem;
    }
  }
  throw lost;
}

/** Who logs in, from where (`HandlerContext.source`), and when. */
export interface Attempt {
  name: string;
  source: string;
  now: Date;
}

/**
 * Counts an attempt before it is made; a locked source or name is refused. Attempts made at once are counted one by
 * one.
 */
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
 * Under what the codes of a person are counted, apart from passwords: whoever knows the password, or has a new one
 * emailed, forgets the tries of passwords alone. No name is like it, as names are in small letters.
 */
const codeTries = (userId: string): string => `CODES OF ${userId}`;

/**
 * Codes are six digits, so all sources count as one. It keeps nobody out who has a new password emailed: whoever tried
 * the codes knows the old one.
 */
const anywhere = 'anywhere';

const codeAttempt = (userId: string, now: Date): Attempt => ({
  name: codeTries(userId),
  source: anywhere,
  now,
});

/** As `beginTry`, for the code that follows the password. */
export const beginCodeTry = (userId: string, now: Date): Promise<void> =>
  beginTry(codeAttempt(userId, now), codesLocked);

/** The writes that forget the attempts of a name at a source, as its person has shown there who they are. */
export async function forgetTries({ name, source, now }: Attempt): Promise<Change[]> {
  const before = await get(triesEntity, keys.signInTries(digestOf(name)));
  return before ? change(triesEntity, before, forgetTriesOf(before, source, now), { lost }) : [];
}

/** As `forgetTries`, for the code that follows the password. */
export const forgetCodeTries = (userId: string, now: Date): Promise<Change[]> =>
  forgetTries(codeAttempt(userId, now));

/** As `endTry`, for the code that follows the password. */
export const endCodeTry = (userId: string, now: Date, also: readonly Change[]): Promise<void> =>
  endTry(codeAttempt(userId, now), userId, also);

/**
 * Forgets the tries and remembers that the person came in; `also` are writes of the same transaction. A try that is
 * made meanwhile keeps nobody out who has shown who they are.
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

import { Refusal } from '../../shared/refusal.ts';
import { codesLocked } from '../../shared/users/second-factor.ts';
import { countTry, signInLocked, signInTries, signInTriesAllowed } from '../../shared/users/sign-in-tries.ts';
import { digestOf } from '../platform/digest.ts';
import { remember } from '../table/audit.ts';
import { change, type Change } from '../table/change.ts';
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
    super('conflict', 'Somebody is signing in with this name at this moment. Try again.');
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

/** Counts a try of a name before it is made; a locked name is refused. Tries made at once are counted one by one. */
export async function beginTry(name: string, now: Date, locked = signInLocked): Promise<void> {
  const digest = digestOf(name);
  await inTurn(async () => {
    const before = await get(triesEntity, keys.signInTries(digest));
    const after = countTry(before, digest, now);
    if (!after) throw new Refusal('locked', locked);
    const subject = `sign-in ${digest}`;
    const last = after.tries === signInTriesAllowed;
    await transact(
      ...change(triesEntity, before ?? null, after, { lost }),
      ...(last ? [remember({ name: 'sign-in locked', subject, who: 'nobody' }, now)] : []),
    );
  });
}

/**
 * Under what the codes of a person are counted, apart from passwords: whoever knows the password, or has a new one
 * mailed, forgets the tries of passwords alone. No name is like it, as names are in small letters.
 */
export const codeTries = (userId: string): string => `CODES OF ${userId}`;

/** As `beginTry`, for the code that follows the password. */
export const beginCodeTry = (userId: string, now: Date): Promise<void> =>
  beginTry(codeTries(userId), now, codesLocked);

/** The writes that forget a name's tries, as its person has shown who they are. */
export async function forgetTries(name: string): Promise<Change[]> {
  const before = await get(triesEntity, keys.signInTries(digestOf(name)));
  return before ? change(triesEntity, before, null, { lost }) : [];
}

/**
 * Forgets the tries and remembers that the person came in; `also` are writes of the same transaction. A try that is
 * made meanwhile keeps nobody out who has shown who they are.
 */
export async function endTry(
  name: string,
  userId: string,
  now: Date,
  also: readonly Change[] = [],
): Promise<void> {
  await inTurn(async () =>
    transact(
      ...(await forgetTries(name)),
      ...also,
      remember({ name: 'signed in', subject: `user ${userId}`, who: userId }, now),
    ),
  );
}

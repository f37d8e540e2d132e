import { Refusal } from '../../shared/refusal.ts';
import { challengeExpired, newChallenge, signInChallenge } from '../../shared/users/second-factor.ts';
import type { SignInChallenge } from '../../shared/users/second-factor.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const challengeEntity = entity({
  name: 'sign-in challenge',
  schema: signInChallenge,
  key: ({ tokenHash }) => keys.signInChallenge(tokenHash),
});

/** `session` of a login that awaits a passkey instead of the pool's code. */
export const passkeySession = 'passkey';

/** Refusal of an unknown, expired, or used challenge: the browser returns to the password. */
export const expiredChallenge = () => new Refusal('invalid', challengeExpired, 'challenge');

/** Stores the pool's session of a login that awaits its code, and returns its token. */
export async function openChallenge(
  userId: string,
  session: string,
  now: Date,
  also: readonly Change[],
): Promise<string> {
  const token = newToken();
  const request = { tokenHash: digestOf(token), userId, session, startedAt: tokenTime() };
  await transact(
    ...change(challengeEntity, null, newChallenge(request, now), { lost: expiredChallenge() }),
    ...also,
  );
  return token;
}

export const loadChallenge = (token: string): Promise<SignInChallenge | undefined> =>
  get(challengeEntity, keys.signInChallenge(digestOf(token)));

/** Returns the writes that invalidate a challenge. */
export const challengeDeleted = (challenge: SignInChallenge): Change[] =>
  change(challengeEntity, challenge, null, { lost: expiredChallenge() });

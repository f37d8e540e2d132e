import { Refusal } from '../../shared/refusal.ts';
import { challengeOver, newChallenge, signInChallenge } from '../../shared/users/second-factor.ts';
import type { SignInChallenge } from '../../shared/users/second-factor.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const challengeEntity = entity({
  name: 'sign-in challenge',
  schema: signInChallenge,
  key: ({ tokenHash }) => keys.signInChallenge(tokenHash),
});

/** What is said of a challenge that is unknown, too old or used: the browser goes back to the password. */
export const over = () => new Refusal('invalid', challengeOver, 'challenge');

/** Keeps the pool's session of a sign-in that awaits its code, and returns the token that names it. */
export async function openChallenge(
  userId: string,
  session: string,
  now: Date,
  also: readonly Change[],
): Promise<string> {
  const token = newToken();
  const asked = { tokenHash: digestOf(token), userId, session, startedAt: tokenTime() };
  await transact(...change(challengeEntity, null, newChallenge(asked, now), { lost: over() }), ...also);
  return token;
}

export const loadChallenge = (token: string): Promise<SignInChallenge | undefined> =>
  get(challengeEntity, keys.signInChallenge(digestOf(token)));

/** The writes that use a challenge up: it is good once. */
export const challengeUsed = (challenge: SignInChallenge): Change[] =>
  change(challengeEntity, challenge, null, { lost: over() });

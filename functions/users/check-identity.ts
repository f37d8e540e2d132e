import { Refusal } from '../../shared/refusal.ts';
import { appAlreadyOn, appTurnedOff, digitsOf, wrongAppCode } from '../../shared/users/second-factor.ts';
import { passkeyNeeded } from '../../shared/users/passkeys.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import { codeNeeded } from '../../shared/users/step-up.ts';
import { respondWithCode } from '../platform/second-factor.ts';
import { signInPoolUser, type SignIn } from '../platform/user-pool.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import {
  startCodeAttempt,
  startAttempt,
  codeAttemptsReset,
  attemptsReset,
  type Attempt,
} from './sign-in-store.ts';
import { requiresPasskey, type User } from './user.ts';

type Source = Pick<Attempt, 'source' | 'now'>;

/** Throws unless the password is correct; attempts count with those of logging in. `reset` are the writes that reset them. */
async function checkPassword(
  user: User,
  password: string,
  from: Source,
): Promise<{ signIn: SignIn; reset: Change[] }> {
  const attempt = { ...from, name: signInName(user.email) };
  await startAttempt(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Incorrect password. Nothing was changed.', 'password');
  return { signIn, reset: await attemptsReset(attempt) };
}

/**
 * Throws unless the password is correct and, where an authenticator app is set up, the code as well. Throws for a user
 * who must use a passkey instead.
 *
 * @returns the writes that reset these attempts
 */
export async function checkIdentity(
  user: User,
  { password, code }: { password: string; code?: string | undefined },
  from: Source,
): Promise<Change[]> {
  const { signIn, reset } = await checkPassword(user, password, from);
  if ('tokens' in signIn) {
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    if (requiresPasskey(user)) throw new Refusal('invalid', passkeyNeeded, 'passkey');
    return reset;
  }
  // an app that was set up in the pool does not replace a passkey
  if (requiresPasskey(user)) throw new Refusal('invalid', passkeyNeeded, 'passkey');
  if (code === undefined) throw new Refusal('invalid', codeNeeded, 'code');
  await startCodeAttempt(user.id, from.now);
  const result = await respondWithCode(user.email, signIn.session, digitsOf(code));
  if (typeof result === 'string') throw new Refusal('invalid', wrongAppCode, 'code');
  return [...reset, ...(await codeAttemptsReset(user.id, from.now))];
}

/**
 * Returns an access token for setting up an app after the password was verified; throws while an app is active, because
 * the pool would replace it.
 */
export async function tokenForSetUp(user: User, password: string, from: Source): Promise<string> {
  const { signIn, reset } = await checkPassword(user, password, from);
  await transact(...reset);
  if ('session' in signIn) throw new Refusal('conflict', appAlreadyOn);
  return signIn.tokens.accessToken;
}

import { Refusal } from '../../shared/refusal.ts';
import { appAlreadyOn } from '../../shared/users/second-factor.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import type { User } from './user.ts';
import { signInPoolUser, type SignIn } from '../platform/user-pool.ts';
import { transact } from '../table/transact.ts';
import { startAttempt, attemptsReset, type Attempt } from './sign-in-store.ts';

/** Throws unless the password is correct; attempts count with those of logging in. */
async function verifyPassword(
  user: User,
  password: string,
  from: Pick<Attempt, 'source' | 'now'>,
): Promise<SignIn> {
  const attempt = { ...from, name: signInName(user.email) };
  await startAttempt(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Incorrect password. Nothing was changed.', 'password');
  await transact(...(await attemptsReset(attempt)));
  return signIn;
}

/**
 * Returns an access token for setting up an app after the password was verified; throws while an app is active, because
 * the pool would replace it.
 */
export async function tokenForSetUp(
  user: User,
  password: string,
  from: Pick<Attempt, 'source' | 'now'>,
): Promise<string> {
  const signIn = await verifyPassword(user, password, from);
  if ('session' in signIn) throw new Refusal('conflict', appAlreadyOn);
  return signIn.tokens.accessToken;
}

import { Refusal } from '../../shared/refusal.ts';
import { alreadyOn } from '../../shared/users/second-factor.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import type { User } from './user.ts';
import { signInPoolUser, type SignIn } from '../platform/user-pool.ts';
import { transact } from '../table/transact.ts';
import { beginTry, forgetTries, type Attempt } from './sign-in-store.ts';

/** Refuses unless this is the person's password; tries are counted with those of signing in. */
export async function mustKnowPassword(
  user: User,
  password: string,
  from: Pick<Attempt, 'source' | 'now'>,
): Promise<SignIn> {
  const attempt = { ...from, name: signInName(user.email) };
  await beginTry(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Password is not right. Nothing was changed.', 'password');
  await transact(...(await forgetTries(attempt)));
  return signIn;
}

/**
 * The access token of somebody who typed their password again, for setting up an app; refused while one is on, as the
 * pool would drop it.
 */
export async function tokenForSetUp(
  user: User,
  password: string,
  from: Pick<Attempt, 'source' | 'now'>,
): Promise<string> {
  const signIn = await mustKnowPassword(user, password, from);
  if ('session' in signIn) throw new Refusal('conflict', alreadyOn);
  return signIn.tokens.accessToken;
}

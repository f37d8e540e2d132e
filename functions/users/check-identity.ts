import { Refusal } from '../../shared/refusal.ts';
import { appTurnedOff, digitsOf, wrongAppCode } from '../../shared/users/second-factor.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import { codeNeeded } from '../../shared/users/step-up.ts';
import { answerWithCode } from '../platform/second-factor.ts';
import { signInPoolUser } from '../platform/user-pool.ts';
import type { Change } from '../table/change.ts';
import { beginCodeTry, beginTry, forgetCodeTries, forgetTries, type Attempt } from './sign-in-store.ts';
import type { User } from './user.ts';

/**
 * Throws unless the password is correct and, where an authenticator app is set up, the code as well. Attempts count with
 * those of logging in.
 *
 * @returns the writes that reset these attempts
 */
export async function checkIdentity(
  user: User,
  { password, code }: { password: string; code?: string | undefined },
  from: Pick<Attempt, 'source' | 'now'>,
): Promise<Change[]> {
  const attempt = { ...from, name: signInName(user.email) };
  await beginTry(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Password is not right. Nothing was changed.', 'password');
  const forgotten = await forgetTries(attempt);
  if ('tokens' in signIn) {
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    return forgotten;
  }
  if (code === undefined) throw new Refusal('invalid', codeNeeded, 'code');
  await beginCodeTry(user.id, from.now);
  const answer = await answerWithCode(user.email, signIn.session, digitsOf(code));
  if (typeof answer === 'string') throw new Refusal('invalid', wrongAppCode, 'code');
  return [...forgotten, ...(await forgetCodeTries(user.id, from.now))];
}

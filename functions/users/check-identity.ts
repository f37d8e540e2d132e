import { Refusal } from '../../shared/refusal.ts';
import { appTurnedOff, digitsOf, wrongAppCode } from '../../shared/users/second-factor.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import { codeNeeded } from '../../shared/users/step-up.ts';
import { answerWithCode } from '../platform/second-factor.ts';
import { signInPoolUser } from '../platform/user-pool.ts';
import type { Change } from '../table/change.ts';
import {
  startCodeAttempt,
  startAttempt,
  codeAttemptsReset,
  attemptsReset,
  type Attempt,
} from './sign-in-store.ts';
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
  await startAttempt(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Incorrect password. Nothing was changed.', 'password');
  const reset = await attemptsReset(attempt);
  if ('tokens' in signIn) {
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    return reset;
  }
  if (code === undefined) throw new Refusal('invalid', codeNeeded, 'code');
  await startCodeAttempt(user.id, from.now);
  const result = await answerWithCode(user.email, signIn.session, digitsOf(code));
  if (typeof result === 'string') throw new Refusal('invalid', wrongAppCode, 'code');
  return [...reset, ...(await codeAttemptsReset(user.id, from.now))];
}

import { UserError } from '../local/tools/user-error.ts';
import { lostLoginAdvice } from './deployment.ts';

/**
 * Removes a user's authenticator app and passkeys, ends every session, and returns a confirmation. The password remains.
 * The record is changed first, so that the command can be repeated.
 *
 * @param email of the user
 */
export async function resetSecondFactor(email: string, now: Date): Promise<string> {
  const { notifyOfOperator } = await import('../../functions/administrators/notify-administrators.ts');
  const { auditWrite } = await import('../../functions/table/audit.ts');
  const { transact } = await import('../../functions/table/transact.ts');
  const { setSecondFactor } = await import('../../functions/platform/second-factor.ts');
  const { revokeTokens } = await import('../../functions/platform/user-pool.ts');
  const { sessionsEnded } = await import('../../functions/users/end-sessions.ts');
  const { findUserByEmail } = await import('../../functions/users/store.ts');
  const user = await findUserByEmail(email);
  if (!user) throw new UserError(`No user has the email address ${email}. Nothing was changed.`);
  const advice = await lostLoginAdvice(user.email);
  if (advice) throw new UserError(`Nothing was changed. ${advice}`);
  await transact(
    ...sessionsEnded(user, undefined, {
      hasSecondFactor: undefined,
      passkeys: undefined,
      awaitsPassword: user.awaitsPassword,
    }),
    auditWrite({ name: 'second factor turned off', subject: `user ${user.id}`, who: 'operator' }, now),
  );
  await setSecondFactor(user.email, false);
  await revokeTokens(user.email);
  await notifyOfOperator(user, 'second factor removed');
  return `${user.email} can log in with the password alone. All sessions ended; a passkey or app can be set up under Account, Security.`;
}

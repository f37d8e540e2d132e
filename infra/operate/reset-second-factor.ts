import { UserError } from '../local/tools/user-error.ts';

/**
 * Turns off an administrator's authenticator app, ends every session, and returns a confirmation. The password remains.
 * The record is changed first, so that the command can be repeated.
 *
 * @param email of the administrator
 */
export async function resetSecondFactor(email: string, now: Date): Promise<string> {
  const { auditWrite } = await import('../../functions/table/audit.ts');
  const { transact } = await import('../../functions/table/transact.ts');
  const { setSecondFactor } = await import('../../functions/platform/second-factor.ts');
  const { revokeTokens } = await import('../../functions/platform/user-pool.ts');
  const { sessionsEnded } = await import('../../functions/users/end-sessions.ts');
  const { findUserByEmail } = await import('../../functions/users/store.ts');
  const user = await findUserByEmail(email);
  if (user?.role !== 'systemAdmin')
    throw new UserError(`No administrator has the email address ${email}. Nothing was changed.`);
  await transact(
    ...sessionsEnded(user, undefined, { hasSecondFactor: undefined }),
    auditWrite({ name: 'second factor turned off', subject: `user ${user.id}`, who: 'operator' }, now),
  );
  await setSecondFactor(user.email, false);
  await revokeTokens(user.email);
  return `${user.email} can log in without a code. All sessions ended; a new app can be set up under Account, Security.`;
}

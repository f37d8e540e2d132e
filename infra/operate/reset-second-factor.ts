import { UserError } from '../local/user-error.ts';

/**
 * Turns off the authenticator app of an administrator who lost the phone, ends every session, and says so. The password
 * stays. The record goes first: what dies half-way may be repeated.
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
    throw new UserError(`No administrator logs in with ${email}. Nothing was changed.`);
  await transact(
    ...sessionsEnded(user, undefined, { hasSecondFactor: undefined }),
    auditWrite({ name: 'second factor turned off', subject: `user ${user.id}`, who: 'operator' }, now),
  );
  await setSecondFactor(user.email, false);
  await revokeTokens(user.email);
  return `Logging in as ${user.email} asks for no code now. Every session is over; a new app is set up under Account, Security.`;
}

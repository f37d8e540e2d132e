import { UserError } from '../local/tools/user-error.ts';
import { lostLoginAdvice, nextCommand } from './deployment.ts';

/**
 * Disables a user, or enables the user again, and returns a confirmation. Every request reads the record, so existing
 * sessions end immediately. The record is changed first, so that the command can be repeated.
 */
export async function setDisabled(email: string, disabled: boolean, now: Date): Promise<string> {
  const { notifyOfOperator } = await import('../../functions/administrators/notify-administrators.ts');
  const { auditWrite } = await import('../../functions/table/audit.ts');
  const { transact } = await import('../../functions/table/transact.ts');
  const { revokeTokens } = await import('../../functions/platform/user-pool.ts');
  const { sessionsEnded } = await import('../../functions/users/end-sessions.ts');
  const { findUserByEmail } = await import('../../functions/users/store.ts');
  const user = await findUserByEmail(email);
  if (!user) throw new UserError(`No user has the email address ${email}. Nothing was changed.`);
  if (user.awaitsApproval && !disabled)
    throw new UserError(`${email} waits for the approval of a second administrator. Nothing was changed.`);
  await transact(
    ...sessionsEnded(user, undefined, { disabled, awaitsPassword: user.awaitsPassword }),
    auditWrite(
      { name: disabled ? 'user disabled' : 'user enabled', subject: `user ${user.id}`, who: 'operator' },
      now,
    ),
  );
  await revokeTokens(user.email);
  await notifyOfOperator(user, disabled ? 'disabled' : 'enabled');
  if (disabled)
    return `${email} is disabled, and all sessions ended. To revert: ${nextCommand(`enable-user ${email}`)}`;
  const advice = await lostLoginAdvice(user.email);
  return advice ? `${email} is enabled. ${advice}` : `${email} is enabled and can log in again.`;
}

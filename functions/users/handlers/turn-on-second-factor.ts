import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { digitsOf, wrongAppCode } from '../../../shared/users/second-factor.ts';
import { handle } from '../../handle.ts';
import { revokeTokens } from '../../platform/user-pool.ts';
import { isCodeOfNewKey, setSecondFactor } from '../../platform/second-factor.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { tokenForSetUp } from '../check-identity.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { loadUser } from '../store.ts';

// Audited first, so that a crash is recorded and the request can be repeated. Other sessions end last, so that none
// that was opened with the password alone survives the change.
export const handler = handle(users.turnOnSecondFactor, async ({ body, caller, source, now }) => {
  const { user, session } = caller;
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const accessToken = await tokenForSetUp(user, body.password, { source, now });
  if (!(await isCodeOfNewKey(accessToken, digitsOf(body.code))))
    throw new Refusal('invalid', wrongAppCode, 'code');
  await transact(
    auditWrite({ name: 'second factor turned on', subject: `user ${user.id}`, who: user.id }, now),
  );
  await setSecondFactor(user.email, true);
  await transact(...sessionsEnded((await loadUser(user.id)) ?? user, session, { hasSecondFactor: true }));
  await revokeTokens(user.email);
  await emailCredentialChange(user, 'An authenticator app was set up.');
  return {
    success: true,
    message:
      'Your app is set up. From now on, logging in requires a code from it. You were logged out on your other devices.',
  };
});

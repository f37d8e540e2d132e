import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { setSecondFactor } from '../../platform/second-factor.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { checkIdentity } from '../check-identity.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { userChange } from '../store.ts';

// audited first, so that a crash is recorded and the request can be repeated
export const handler = handle(users.turnOffSecondFactor, async ({ body, caller: { user }, source, now }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const reset = await checkIdentity(user, body, { source, now });
  await transact(
    ...reset,
    ...userChange(user, { ...user, hasSecondFactor: undefined }),
    auditWrite({ name: 'second factor turned off', subject: `user ${user.id}`, who: user.id }, now),
  );
  await setSecondFactor(user.email, false);
  await emailCredentialChange(user, 'Your authenticator app was turned off.');
  return {
    success: true,
    message: 'Logging in now requires only your password. Remove Wellport from your app.',
  };
});

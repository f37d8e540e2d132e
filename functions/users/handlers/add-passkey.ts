import { Refusal } from '../../../shared/refusal.ts';
import { maxPasskeys, tooManyPasskeys } from '../../../shared/users/passkeys.ts';
import { actionOf } from '../../../shared/users/step-up.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { verifyNewPasskey } from '../../platform/passkeys.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { challengeOf, refusedPasskey } from '../passkey-check.ts';
import { userChange } from '../store.ts';

// the first passkey ends the other sessions, so that none that was opened with the password alone survives
export const handler = handle(users.addPasskey, async ({ body, caller: { user, session }, now }) => {
  if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const before = user.passkeys ?? [];
  if (before.length >= maxPasskeys) throw new Refusal('conflict', tooManyPasskeys);
  const isChallenge = challengeOf(user, session, actionOf(users.addPasskey));
  const added = await verifyNewPasskey(body.passkey, isChallenge);
  if (!added || before.some(({ id }) => id === added.id)) throw refusedPasskey();
  const { name } = body;
  const passkeys = [...before, { ...added, name, createdAt: now.toISOString() }];
  const changed = { passkeys, passkeyChallenge: undefined };
  await transact(
    ...(before.length === 0
      ? sessionsEnded(user, session, changed)
      : userChange(user, { ...user, ...changed })),
    auditWrite({ name: 'passkey added', subject: `user ${user.id}`, who: user.id, after: { name } }, now),
  );
  await emailCredentialChange(user, `The passkey "${name}" was added.`);
  return { success: true, message: 'Your passkey was added. From now on, logging in requires it.' };
});

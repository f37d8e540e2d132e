import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { actionNameOf } from '../../../shared/users/step-up.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { checkIdentity } from '../check-identity.ts';
import { challengeOf, checkPasskey } from '../passkey-check.ts';
import { issueProof } from '../proof-store.ts';
import { codeAttemptsReset } from '../sign-in-store.ts';

export const handler = handle(users.stepUp, async ({ body, caller: { user, session }, source, now }) => {
  if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const { action, passkey, password = '', code } = body;
  const proven = { userId: user.id, action, session };
  const event = {
    name: 'identity confirmed',
    subject: `user ${user.id}`,
    who: user.id,
    after: { action: actionNameOf(action) },
  } as const;
  if (!passkey) {
    const reset = await checkIdentity(user, { password, code }, { source, now });
    return { success: true, proof: await issueProof(proven, [...reset, auditWrite(event, now)]) };
  }
  const passkeys = await checkPasskey(user, passkey, challengeOf(user, session, action), now);
  const reset = await codeAttemptsReset(user.id, now);
  // a challenge is valid once
  const changed = { passkeys, passkeyChallenge: undefined };
  return { success: true, proof: await issueProof(proven, [...reset, auditWrite(event, now)], changed) };
});

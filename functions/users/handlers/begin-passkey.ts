import { Refusal } from '../../../shared/refusal.ts';
import { passkeyChallengeSeconds } from '../../../shared/users/passkeys.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { tokenTime } from '../../platform/clock.ts';
import { digestOf, newToken } from '../../platform/digest.ts';
import { passkeyDomain } from '../../platform/passkey-domain.ts';
import { changeUser } from '../session-store.ts';
import { userChange } from '../store.ts';

export const handler = handle(users.beginPasskey, async ({ body: { action }, caller: { user, session } }) => {
  if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const challenge = newToken();
  const passkeyChallenge = {
    hash: digestOf(challenge),
    session,
    action: digestOf(action),
    expiresAt: tokenTime() + passkeyChallengeSeconds,
  };
  await changeUser(user.id, (current) => userChange(current, { ...current, passkeyChallenge }));
  return {
    challenge,
    domain: passkeyDomain(),
    // not the user's ID, which other data refers to
    userHandle: digestOf(user.id),
    passkeyIds: (user.passkeys ?? []).map(({ id }) => id),
  };
});

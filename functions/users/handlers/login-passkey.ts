import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { ownAddress, signInName, wrongSignIn } from '../../../shared/users/sign-in.ts';
import { isOpen } from '../../../shared/users/second-factor.ts';
import { delayFailures } from '../../platform/minimum-duration.ts';
import { handle } from '../../handle.ts';
import { signInPoolUser } from '../../platform/user-pool.ts';
import { challengeDeleted, expiredChallenge, loadChallenge, passkeySession } from '../challenge-store.ts';
import { afterSignOut } from '../end-sessions.ts';
import { checkPasskey } from '../passkey-check.ts';
import { startSession } from '../session-store.ts';
import { codeAttemptsReset } from '../sign-in-store.ts';
import { loadUser } from '../store.ts';

export const handler = handle(users.loginPasskey, ({ body, header, now }) =>
  delayFailures(400, async () => {
    const challenge = await loadChallenge(body.challenge);
    const user = challenge && (await loadUser(challenge.userId));
    const isOfPasskey = challenge?.session === passkeySession;
    if (!isOfPasskey || !user || user.disabled || !isOpen(challenge, user.signedOutAt, now))
      throw expiredChallenge();
    const isChallenge = (signed: string) => signed === body.challenge;
    // limits attempts of passwords as well: only the holder of a passkey gets that far
    const passkeys = await checkPasskey(user, body.passkey, isChallenge, now);
    await afterSignOut(user);
    const signIn = await signInPoolUser(signInName(user.email), body.password);
    // the pool may have required a code since then
    if (!signIn || !('tokens' in signIn)) throw new Refusal('invalid', wrongSignIn);
    const login = { userId: user.id, tokens: signIn.tokens, userAgent: header('user-agent'), now };
    const tokens = await startSession({ ...login, changed: { passkeys } }, async () => [
      ...(await codeAttemptsReset(user.id, now)),
      ...challengeDeleted(challenge),
    ]);
    const redirectUrl = ownAddress(body.redirectUrl, process.env.SITE_ADDRESS ?? '') ?? null;
    return { success: true, redirectUrl, tokens };
  }),
);

import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { digitsOf, isOpen, wrongAppCode } from '../../../shared/users/second-factor.ts';
import { ownAddress } from '../../../shared/users/sign-in.ts';
import { delayFailures } from '../../platform/minimum-duration.ts';
import { handle } from '../../handle.ts';
import { respondWithCode } from '../../platform/second-factor.ts';
import { challengeDeleted, loadChallenge, expiredChallenge } from '../challenge-store.ts';
import { afterSignOut } from '../end-sessions.ts';
import { startSession } from '../session-store.ts';
import { startCodeAttempt, codeAttemptsReset } from '../sign-in-store.ts';
import { loadUser } from '../store.ts';
import { requiresPasskey } from '../user.ts';

export const handler = handle(users.loginCode, ({ body, header, now }) =>
  delayFailures(400, async () => {
    const challenge = await loadChallenge(body.challenge);
    const user = challenge && (await loadUser(challenge.userId));
    if (
      !challenge ||
      !user ||
      user.disabled ||
      requiresPasskey(user) ||
      !isOpen(challenge, user.signedOutAt, now)
    )
      throw expiredChallenge();
    await startCodeAttempt(user.id, now);
    await afterSignOut(user);
    const tokens = await respondWithCode(user.email, challenge.session, digitsOf(body.code));
    if (tokens === 'session over') throw expiredChallenge();
    if (tokens === 'wrong code') throw new Refusal('invalid', wrongAppCode, 'code');
    const login = { userId: user.id, tokens, userAgent: header('user-agent'), now };
    const started = await startSession(login, async () => [
      ...(await codeAttemptsReset(user.id, now)),
      ...challengeDeleted(challenge),
    ]);
    const redirectUrl = ownAddress(body.redirectUrl, process.env.SITE_ADDRESS ?? '') ?? null;
    return { success: true, redirectUrl, tokens: started };
  }),
);

import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { appTurnedOff } from '../../../shared/users/second-factor.ts';
import { ownAddress, signInName, wrongSignIn } from '../../../shared/users/sign-in.ts';
import { delayFailures } from '../../platform/minimum-duration.ts';
import { handle } from '../../handle.ts';
import { signInPoolUser } from '../../platform/user-pool.ts';
import { openChallenge } from '../challenge-store.ts';
import { afterSignOut } from '../end-sessions.ts';
import { startSession } from '../session-store.ts';
import { startAttempt, attemptsReset } from '../sign-in-store.ts';
import { findUserByEmail } from '../store.ts';

export const handler = handle(users.login, ({ body, header, source, now }) =>
  delayFailures(400, async () => {
    const name = signInName(body.userName);
    const attempt = { name, source, now };
    await startAttempt(attempt);
    const user = await findUserByEmail(name);
    await afterSignOut(user);
    const signIn = await signInPoolUser(name, body.password);
    if (!signIn || !user || user.disabled) throw new Refusal('invalid', wrongSignIn);
    if ('session' in signIn) {
      const challenge = await openChallenge(user.id, signIn.session, now, await attemptsReset(attempt));
      return { success: true, challenge };
    }
    // the holder of a token can turn off the pool's second factor
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    const login = { userId: user.id, tokens: signIn.tokens, userAgent: header('user-agent'), now };
    await startSession(login, () => attemptsReset(attempt));
    const redirectUrl = ownAddress(body.redirectUrl, process.env.SITE_ADDRESS ?? '') ?? null;
    return { success: true, redirectUrl, tokens: signIn.tokens };
  }),
);

import { Refusal } from '../../shared/refusal.ts';
import { deviceHeader, deviceId } from '../../shared/users/login-crowd.ts';
import { appTurnedOff, appTurnedOn } from '../../shared/users/second-factor.ts';
import { ownAddress, signInName, wrongSignIn } from '../../shared/users/sign-in-attempts.ts';
import { delayFailures } from '../platform/minimum-duration.ts';
import { digestOf } from '../platform/digest.ts';
import { passkeyDomain } from '../platform/passkey-domain.ts';
import { signInPoolUser } from '../platform/user-pool.ts';
import { mayUsePassword } from './sign-on-store.ts';
import { openChallenge, passkeySession } from './challenge-store.ts';
import { afterSignOut } from './end-sessions.ts';
import { startSession } from './session-store.ts';
import { attemptsReset, trustedSource, startAttempt } from './sign-in-store.ts';
import { findUserByEmail } from './store.ts';
import { requiresPasskey } from './user.ts';

interface LogIn {
  body: { userName: string; password: string; redirectUrl?: string | undefined };
  header: (name: string) => string | undefined;
  source: string;
  now: Date;
}

/** A login before its attempt. */
export interface Visitor extends Omit<LogIn, 'body'> {
  name: string;
  /** What logged in with this name in the last thirty days. */
  trustedBy: 'browser' | 'address' | null;
}

/**
 * Logs in by name and password. A browser or address with a recent login of this name has its own attempts and needs no
 * challenge, so that a crowd at the same address does not lock it out.
 *
 * @param check throws unless the visitor may try
 */
export const logIn = ({ body, header, source, now }: LogIn, check: (visitor: Visitor) => Promise<void>) =>
  delayFailures(400, async () => {
    const name = signInName(body.userName);
    const sent = deviceId.safeParse(header(deviceHeader)).data;
    const device = sent && `device ${digestOf(sent).slice(0, 16)}`;
    const trustedBy = await trustedSource(name, [device, source], now);
    const kind = trustedBy === undefined ? null : trustedBy === device ? 'browser' : 'address';
    await check({ name, source, header, now, trustedBy: kind });
    const attempt = { name, source: trustedBy ?? source, device, now };
    await startAttempt(attempt);
    const user = await findUserByEmail(name);
    await afterSignOut(user);
    const signIn = await signInPoolUser(name, body.password);
    if (!signIn || !user || user.disabled || !(await mayUsePassword(user)))
      throw new Refusal('invalid', wrongSignIn);
    if ('session' in signIn) {
      // a token is sufficient to set up an app in the pool, which must not replace a passkey
      if (requiresPasskey(user)) throw new Refusal('invalid', appTurnedOn);
      const challenge = await openChallenge(user.id, signIn.session, now, await attemptsReset(attempt));
      return { success: true, challenge };
    }
    // the holder of a token can turn off the pool's second factor
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    if (requiresPasskey(user)) {
      const challenge = await openChallenge(user.id, passkeySession, now, await attemptsReset(attempt));
      const passkeyIds = user.passkeys?.map(({ id }) => id) ?? [];
      return { success: true, challenge, passkeys: { passkeyIds, domain: passkeyDomain() } };
    }
    const login = { userId: user.id, tokens: signIn.tokens, userAgent: header('user-agent'), now };
    const tokens = await startSession(login, () => attemptsReset(attempt));
    const redirectUrl = ownAddress(body.redirectUrl, process.env.SITE_ADDRESS ?? '') ?? null;
    return { success: true, redirectUrl, tokens };
  });

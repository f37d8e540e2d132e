import {
  formatResetCode,
  wrongCode,
  requestCode,
  type PasswordReset,
} from '../../../shared/users/password-reset.ts';
import { ownAddress, signInName, wrongSignIn } from '../../../shared/users/sign-in-attempts.ts';
import { type User, requiresPasskey } from '../user.ts';
import { errorFields, log } from '../../platform/log.ts';
import { linkEmail, sendEmail } from '../../platform/email.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { logIn } from '../log-in.ts';
import { requireLoginChallenge } from '../login-crowd-store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { signInPoolUser } from '../../platform/user-pool.ts';
import { replacePassword, afterSignOut } from '../end-sessions.ts';
import { requireSafePassword } from '../password-check.ts';
import { mayUsePassword, requirePassword } from '../sign-on-store.ts';
import { storedSessionOf } from '../caller.ts';
import { startAttempt, attemptsReset, startCodeAttempt, codeAttemptsReset } from '../sign-in-store.ts';
import { isLinkOpen } from '../../../shared/users/emailed-link.ts';
import { milliseconds } from '../../platform/time-and-chance.ts';
import { logOutAddress } from '../../single-sign-on/saml.ts';
import { digestOf, newCode, newToken, slowDigest } from '../../platform/digest.ts';
import { delayFailures, withMinimumDuration } from '../../platform/minimum-duration.ts';
import { resetUsed, verifyCode, loadReset, canResend, saveReset } from '../password-reset-store.ts';
import { loadUser, findUserByEmail } from '../store.ts';
import { digitsOf, isOpen, wrongAppCode } from '../../../shared/users/second-factor.ts';
import { respondWithCode } from '../../platform/second-factor.ts';
import { challengeDeleted, loadChallenge, expiredChallenge, passkeySession } from '../challenge-store.ts';
import { startSession, endSession } from '../session-store.ts';
import { unknownDevice } from '../../../shared/users/login-crowd.ts';
import { checkPasskey } from '../passkey-check.ts';
import { respondToPool } from '../../platform/pool-tickets.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { requireSolvedCaptcha } from '../../site/captcha.ts';
import { loadFeatureFlags } from '../../settings/store.ts';

/**
 * Emails the code and a link with it. A failed email is logged without an error response, which would reveal that the
 * name exists.
 *
 * @param returnUrl page of our site for the code; other addresses are ignored
 */
async function emailCode(user: User, code: string, returnUrl: string | undefined): Promise<void> {
  const site = process.env.SITE_ADDRESS ?? '';
  const address = new URL(ownAddress(returnUrl, site) ?? '/resetpassword', site);
  address.searchParams.set('userName', user.email);
  // in the fragment, so that no server logs the code
  address.hash = formatResetCode(code);
  try {
    await sendEmail(
      linkEmail(
        user.email,
        'Choose a new Wellport password',
        [
          `Hello ${user.firstName},`,
          'We received a request to reset your password. Use this link within 30 minutes.',
          `If the link does not open, type this code: ${formatResetCode(code)}`,
          'If you did not request this, ignore this email: your password does not change.',
        ],
        { title: 'Choose a new password', address: address.href },
      ),
    );
  } catch (error) {
    log('error', 'password email not sent', errorFields(error));
  }
}

export const loginHandler = handle(users.login, (context) =>
  logIn(context, async (visitor) => {
    if (visitor.trustedBy === null) await requireLoginChallenge(visitor);
  }),
);

export const changePasswordHandler = handle(
  users.changePassword,
  async ({ body, caller: { user }, source, now }) => {
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    await requirePassword(user);
    const attempt = { name: signInName(user.email), source, now };
    await startAttempt(attempt);
    if (!(await signInPoolUser(attempt.name, body.oldPassword)))
      throw new Refusal('invalid', 'Incorrect old password. Your password was not changed.', 'oldPassword');
    await requireSafePassword(body.newPassword, user, 'newPassword');
    await replacePassword(user, body.newPassword, 'password changed', now, await attemptsReset(attempt));
    return {
      success: true,
      message: 'Your password was changed and you were logged out everywhere. Log in with the new one.',
    };
  },
);

/** An approved invitation of an administrator is valid for seven days, through whichever email it is accepted. */
const isExpiredAdministrator = ({ role, awaitsPassword, emailedLink }: User, now: Date): boolean =>
  role === 'systemAdmin' && awaitsPassword === true && !(emailedLink && isLinkOpen(emailedLink, now));

export const confirmPasswordHandler = handle(users.confirmPassword, ({ body, source, now }) =>
  delayFailures(400, async () => {
    const name = signInName(body.userName);
    const request = await verifyCode(digestOf(name), body.code, { source, now });
    const user = request.userId ? await loadUser(request.userId) : undefined;
    // a code sent to an email that was replaced since is no longer valid; nor is one after an expired invitation
    if (
      !user ||
      user.disabled ||
      signInName(user.email) !== name ||
      isExpiredAdministrator(user, now) ||
      !(await mayUsePassword(user))
    )
      throw new Refusal('invalid', wrongCode, 'code');
    await requireSafePassword(body.newPassword, user, 'newPassword');
    await replacePassword(user, body.newPassword, 'password reset', now, [
      ...resetUsed(request),
      ...(await attemptsReset({ name, source, now })),
    ]);
    return { success: true, message: 'Your password was changed. Log in with the new one.' };
  }),
);

export const loginCodeHandler = handle(users.loginCode, ({ body, header, now }) =>
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

export const loginOnDeviceHandler = handle(users.loginOnDevice, (context) =>
  logIn(context, async ({ trustedBy }) => {
    if (trustedBy !== 'browser') throw new Refusal('invalid', unknownDevice, 'device');
  }),
);

export const loginPasskeyHandler = handle(users.loginPasskey, ({ body, header, now }) =>
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

export const logoutHandler = handle(users.logout, async ({ caller, now }) => {
  await endSession(caller.userId, caller.session, now);
  const providerAddress = logOutAddress(storedSessionOf(caller)?.provider, new Date(milliseconds()));
  return { success: true, message: 'You are logged out.', providerAddress };
});

// known and unknown names get the same work and response; the minimum duration covers the email
export const resetPasswordHandler = handle(users.resetPassword, ({ query, header, source, now }) =>
  withMinimumDuration(800, async () => {
    const userName = signInName(query.userName);
    const name = digestOf(userName);
    const [code, salt, resendToken] = [newCode(12), newToken(), newToken()];
    const [before, account, codeHash] = await Promise.all([
      loadReset(name),
      findUserByEmail(userName),
      slowDigest(code, salt),
    ]);
    await requireCaptcha(
      before,
      name,
      { resendToken: query.resendToken, captcha: header('captcha-response') },
      now,
    );
    const user = account && !account.disabled && (await mayUsePassword(account)) ? account : undefined;
    const fields = { name, userId: user?.id ?? null, salt, codeHash, resendHash: digestOf(resendToken) };
    const request = requestCode(before, fields, { source, now });
    if (request) {
      await saveReset(before, request, now);
      if (user) await emailCode(user, code, query.returnUrl);
    }
    return { success: true, resendToken };
  }),
);

/** Requires a solved captcha where enabled; the token of the previous response replaces it once. */
async function requireCaptcha(
  before: PasswordReset | undefined,
  name: string,
  proof: { resendToken: string | undefined; captcha: string | undefined },
  now: Date,
): Promise<void> {
  const { useCaptcha } = await loadFeatureFlags();
  if (!useCaptcha || canResend(before, digestOf(proof.resendToken ?? ''), now)) return;
  await requireSolvedCaptcha(proof.captcha, `password reset ${name}`, now);
}

/** The pool's trigger of custom authentication: logins without a password (functions/platform/pool-tickets.ts). */
export const onPoolChallengeHandler = withSettings(respondToPool);

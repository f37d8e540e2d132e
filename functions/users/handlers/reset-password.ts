import { users } from '../../../shared/contracts/users.ts';
import { requestCode, type PasswordReset } from '../../../shared/users/password-reset.ts';
import { signInName } from '../../../shared/users/sign-in.ts';
import { digestOf, newCode, newToken, slowDigest } from '../../platform/digest.ts';
import { requireSolvedCaptcha } from '../../site/captcha.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadReset, canResend, saveReset } from '../password-reset-store.ts';
import { emailCode } from '../email-code.ts';
import { findUserByEmail } from '../store.ts';

// known and unknown names get the same work and response; the minimum duration covers the email
export const handler = handle(users.resetPassword, ({ query, header, source, now }) =>
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
    const user = account?.disabled ? undefined : account;
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

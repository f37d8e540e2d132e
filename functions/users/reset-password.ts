import { users } from '../../shared/users/contract.ts';
import { askForCode } from '../../shared/users/password-reset.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import { digestOf, newCode, newToken, slowDigest } from '../platform/digest.ts';
import { inEvenTime } from '../platform/even-time.ts';
import { handle } from '../platform/handle.ts';
import { loadReset, saveReset } from './password-reset-store.ts';
import { mailCode } from './mail-code.ts';
import { findUserByEmail } from './store.ts';

// Known or not, a name gets the same work and the same answer; the even time covers the mail.
export const handler = handle(users.resetPassword, ({ query, now }) =>
  inEvenTime(800, async () => {
    const userName = signInName(query.userName);
    const name = digestOf(userName);
    const [code, salt, resendToken] = [newCode(12), newToken(), newToken()];
    const [before, found, codeHash] = await Promise.all([
      loadReset(name),
      findUserByEmail(userName),
      slowDigest(code, salt),
    ]);
    const user = found?.disabled ? undefined : found;
    const asked = { name, userId: user?.id ?? null, salt, codeHash, resendHash: digestOf(resendToken) };
    const request = askForCode(before, asked, now);
    if (request) {
      await saveReset(before, request, now);
      if (user) await mailCode(user, code, query.returnUrl);
    }
    return { success: true, resendToken };
  }),
);

import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { wrongCode } from '../../../shared/users/password-reset.ts';
import { isLinkOpen } from '../../../shared/users/emailed-link.ts';
import { signInName } from '../../../shared/users/sign-in.ts';
import { digestOf } from '../../platform/digest.ts';
import { delayFailures } from '../../platform/minimum-duration.ts';
import { handle } from '../../handle.ts';
import { replacePassword } from '../end-sessions.ts';
import { requireSafePassword } from '../password-check.ts';
import { resetUsed, verifyCode } from '../password-reset-store.ts';
import { attemptsReset } from '../sign-in-store.ts';
import { loadUser } from '../store.ts';
import type { User } from '../user.ts';

/** An approved invitation of an administrator is valid for seven days, through whichever email it is accepted. */
const isExpiredAdministrator = ({ role, awaitsPassword, emailedLink }: User, now: Date): boolean =>
  role === 'systemAdmin' && awaitsPassword === true && !(emailedLink && isLinkOpen(emailedLink, now));

export const handler = handle(users.confirmPassword, ({ body, source, now }) =>
  delayFailures(400, async () => {
    const name = signInName(body.userName);
    const request = await verifyCode(digestOf(name), body.code, { source, now });
    const user = request.userId ? await loadUser(request.userId) : undefined;
    // a code sent to an email that was replaced since is no longer valid; nor is one after an expired invitation
    if (!user || user.disabled || signInName(user.email) !== name || isExpiredAdministrator(user, now))
      throw new Refusal('invalid', wrongCode, 'code');
    await requireSafePassword(body.newPassword, user, 'newPassword');
    await replacePassword(user, body.newPassword, 'password reset', now, [
      ...resetUsed(request),
      ...(await attemptsReset({ name, source, now })),
    ]);
    return { success: true, message: 'Your password was changed. Log in with the new one.' };
  }),
);

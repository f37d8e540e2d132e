import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { invitationSentences } from '../../../shared/enrollment/invitation.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { addPersonWithoutPassword, setPassword } from '../../platform/user-pool.ts';
import { requireSafePassword } from '../../users/password-check.ts';
import { hasSignIn, newUser } from '../../users/store.ts';
import { saveAcceptance } from '../acceptance.ts';
import { invitationOf } from '../open-invitation.ts';

export const handler = handle(enrollment.acceptInvitation, async ({ params, body, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
  // checked before the pool: a link must never set the password of an existing account
  if (await hasSignIn(member.email))
    throw new Refusal(
      'conflict',
      'You have an account with this address already. Log in, then open this link again.',
    );
  await requireSafePassword(body.password, member, 'password');
  const id = await addPersonWithoutPassword({ email: member.email, role: 'member' });
  const { email, firstName, lastName } = member;
  await saveAcceptance({
    invitation,
    member,
    before: null,
    after: newUser({ id, role: 'member', email, firstName, lastName }),
    now,
  });
  // only the caller that claimed the invitation sets the password; after a crash, "Forgot password?" lets the user in
  await setPassword(email, body.password);
  return { success: true, message: 'Your account is ready.', email };
});

import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { invitationSentences } from '../../../shared/enrollment/invitation.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { saveAcceptance } from '../acceptance.ts';
import { invitationOf } from '../open-invitation.ts';

export const handler = handle(enrollment.joinWithInvitation, async ({ params, caller: { user }, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  if (!user || user.email.toLowerCase() !== member.email.toLowerCase())
    throw new Refusal(
      'conflict',
      'This invitation is for another address than the one you are logged in with. Log out and open the link again.',
    );
  if (user.memberIds.includes(member.id))
    return { success: true, message: 'This membership is yours already.' };
  if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
  await saveAcceptance({ invitation, member, before: user, after: user, now });
  return { success: true, message: 'The membership was added to your account.' };
});

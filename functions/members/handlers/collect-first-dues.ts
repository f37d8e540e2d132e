import { isNeverResent } from '../../../shared/bank-files/resend.ts';
import { members } from '../../../shared/contracts/members.ts';
import { deleted } from '../../../shared/members/member.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { countedByHand, reasonsByHand } from '../../bank-files/inbox/by-hand-store.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { loadFirstDues } from '../../payments/first-dues-store.ts';
import { collectedAgain } from '../../payments/statuses/decide.ts';
import { whyNotPaidAgain } from '../../payments/statuses/pay-again.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { loadMember, unchangedMember } from '../store.ts';

export const handler = handle(members.collectFirstDues, async ({ params: { memberId }, caller, now }) => {
  await requireConfirmingAdministrator(caller.userId, now, 'collect dues again');
  const member = await loadMember(memberId);
  const { programPaymentTypeId } = await mustLoadGroupMembership(member.partnerId);
  const dues = (await loadFirstDues([{ member, programPaymentTypeId }])).get(memberId);
  if (areFirstDuesCollected(member) || member.invitationStatus === deleted || !dues)
    throw new Refusal('conflict', 'This member does not wait for first dues. Nothing was changed.');
  if (isNeverResent(dues))
    throw new Refusal(
      'conflict',
      'The bank returned these dues with a code that forbids another attempt. Nothing was changed. End the membership; the member can enroll again with a new authorization.',
    );
  const error = await whyNotPaidAgain(dues, now);
  if (error) throw new Refusal('conflict', `${error} Nothing was changed.`);
  const amounts = [dues.amountToBeSent];
  const [reason] = await reasonsByHand({ amounts, changedAccounts: 0 }, now);
  if (reason)
    throw new Refusal(
      'conflict',
      `${reason} Nothing was changed. Open the payment under Payments and request to pay it again; another administrator must approve it.`,
    );
  await transact(
    ...collectedAgain(dues, caller.userId, now),
    ...countedByHand(amounts, false, now),
    unchangedMember(member),
  );
  return { success: true, message: 'The first dues are Pending again and go with the next bank run.' };
});

import { periodName } from '../../../shared/calendar.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { loadMember } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { withdrawalStoppedEmail } from '../account-emails.ts';
import { loadWithdrawal, stopChanges } from '../stopped-withdrawal.ts';

export const handler = handle(accounts.stopWithdrawal, async ({ body, caller, now, newId }) => {
  const { memberId, periodId } = body;
  const member = await loadMember(memberId);
  const [program, partner] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
  ]);
  const withdrawal = await loadWithdrawal({ member, program, partner, periodId }, now);
  const { changes, isOnHold } = await stopChanges(withdrawal, member, { who: caller.userId, now });
  const email = withdrawalStoppedEmail(withdrawal.payment, partner.name);
  await changeAndNotify(email, changes, { caller, now, newId });
  const held = isOnHold ? ' Your membership is on hold until its dues are settled.' : '';
  return { success: true, message: `Your withdrawal for ${periodName(periodId)} was stopped.${held}` };
});

import { accounts } from '../../../shared/contracts/accounts.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { handle } from '../../handle.ts';
import { accountChangedEmail } from '../account-emails.ts';
import { hasAccounts, loadMemberships } from '../memberships.ts';
import { replaceAccount } from '../replace-account.ts';

export const handler = handle(accounts.saveBankingInfo, async ({ body, caller, now, newId }) => {
  const { memberId, bankAccount, version } = body;
  const [membership] = await loadMemberships(caller, [memberId], now, hasAccounts);
  if (!membership) throw new Refusal('conflict', 'You are not enrolled in a club. Enroll first.');
  const input = { bankAccount, version, who: caller.userId, now, newId };
  const { changes, isActiveAgain } = await replaceAccount(membership, input);
  await changeAndNotify(accountChangedEmail(membership, bankAccount, isActiveAgain), changes, {
    caller,
    now,
    newId,
  });
  return {
    success: true,
    message: isActiveAgain
      ? 'The bank account was saved. Your membership is active again.'
      : 'The bank account was saved. Payments that were already sent keep the old one.',
  };
});

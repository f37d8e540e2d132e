import { accounts } from '../../../shared/contracts/accounts.ts';
import { noDepositWaits, isFormerMember } from '../../../shared/accounts/former-member-account.ts';
import { operationTypes } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { accountChangedEmail } from '../account-emails.ts';
import { loadMemberships } from '../memberships.ts';
import { replaceAccount } from '../replace-account.ts';
import { handle } from '../../handle.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { loadMember } from '../../members/store.ts';

export const handler = handle(accounts.saveDepositAccount, async ({ params, body, caller, now, newId }) => {
  const { partnerId } = await loadMember(params.memberId);
  const ofPartner = { user: { memberPartnerIds: [partnerId] } };
  const [membership] = await loadMemberships(ofPartner, [params.memberId], now, isFormerMember);
  if (!membership) throw new Refusal('conflict', noDepositWaits);
  const bankAccount = { ...body.bankAccount, operationTypeId: operationTypes.credit };
  const account = { bankAccount, version: body.version, who: caller.userId, now, newId };
  const { changes } = await replaceAccount(membership, account);
  await changeAndNotify(accountChangedEmail(membership, bankAccount, false), changes, { caller, now, newId });
  return {
    success: true,
    message: 'The bank account is saved. Payments that wait for it go with a later bank run.',
  };
});

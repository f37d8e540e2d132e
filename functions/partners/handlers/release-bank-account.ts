import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { partners } from '../../../shared/contracts/partners.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { handle } from '../../handle.ts';
import { decideWaitingAccount } from '../decide-waiting-account.ts';

export const handler = handle(partners.releaseBankAccount, async ({ params, body, caller, now }) => {
  await requireConfirmingAdministrator(caller.userId, now, 'release bank accounts');
  await decideWaitingAccount(
    { ...params, ...body, event: 'partner bank account released', who: caller.userId, now },
    ({ stored, waiting }) => ({
      ...accountAt(stored, new Date(waiting.usableFrom)),
      changedAt: now.toISOString(),
    }),
  );
  return { success: true, message: 'The new bank account is now in use.' };
});

import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { decideWaitingAccount } from '../decide-waiting-account.ts';

export const handler = handle(partners.withdrawBankAccount, async ({ params, body, caller, now }) => {
  await decideWaitingAccount(
    { ...params, ...body, event: 'partner bank account withdrawn', who: caller.userId, now },
    ({ stored }) => ({ ...stored, waiting: null }),
  );
  return { success: true, message: 'The new bank account was discarded. The old one remains.' };
});

import { facilities } from '../../shared/facilities/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadBankAccount, openBankAccount } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';

export const handler = handle(facilities.bankAccountDetails, async ({ query, caller, now }) => {
  const account = await loadBankAccount(query.payeeToken);
  if (account?.ownerKind !== 'facility') throw new Refusal('not-found', 'Bank account not found.');
  await transact(
    auditWrite(
      {
        name: 'bank account shown in full',
        subject: `bank account ${account.payeeToken}`,
        who: caller.userId,
        after: {
          lastFour: account.lastFour,
          owner: `${account.ownerKind} ${account.ownerId}`,
          reason: query.reason,
        },
      },
      now,
    ),
  );
  return openBankAccount(account);
});

import { partners } from '../../shared/partners/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadBankAccount, openBankAccount } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';

export const handler = handle(partners.bankAccountDetails, async ({ query, caller, now }) => {
  const account = await loadBankAccount(query.payeeToken);
  // clubs' and members' accounts are opened by the bank file writer alone
  if (account?.ownerKind !== 'partner') throw new Refusal('not-found', 'Bank account not found.');
  await transact(
    auditWrite(
      {
        name: 'bank account shown in full',
        subject: `bank account ${account.payeeToken}`,
        who: caller.userId,
        after: { lastFour: account.lastFour, owner: `${account.ownerKind} ${account.ownerId}` },
      },
      now,
    ),
  );
  return openBankAccount(account);
});

import { partners } from '../../shared/partners/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadAccountAt, openBankAccount } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';

export const handler = handle(partners.bankAccountDetails, async ({ query, caller, now }) => {
  const account = await loadAccountAt(query.payeeToken, now);
  // clubs' and members' accounts are opened by the bank file writer alone
  if (account?.ownerKind !== 'partner') throw new Refusal('not-found', 'Bank account not found.');
  await transact(
    auditWrite(
      {
        name: 'bank account shown in full',
        subject: `partner ${account.ownerId}`,
        who: caller.userId,
        after: { lastFour: account.lastFour, reason: query.reason },
      },
      now,
    ),
  );
  return openBankAccount(account);
});

import { partners } from '../../../shared/contracts/partners.ts';
import { showInFull } from '../../bank-accounts/show-in-full.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(
  partners.bankAccountDetails,
  async ({ query: { payeeToken, reason }, caller, now }) =>
    showInFull(await loadAccountAt(payeeToken, now), {
      ownerKind: 'partner',
      reason,
      who: caller.userId,
      now,
    }),
);

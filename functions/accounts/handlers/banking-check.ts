import { requiredAccounts } from '../../../shared/accounts/bank-details.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { handle } from '../../handle.ts';
import { loadFormerDeposits } from '../former-deposits.ts';
import { hasAccounts, loadMemberships } from '../memberships.ts';

export const handler = handle(accounts.bankingCheck, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const former = await Promise.all(
    memberships.map(({ member, terms }) => loadFormerDeposits(member, terms, now)),
  );
  return memberships.some(({ member, terms }, index) => {
    const { withdrawal, deposit } = requiredAccounts(terms, member);
    return withdrawal || deposit || former[index]?.waiting.length !== 0;
  });
});

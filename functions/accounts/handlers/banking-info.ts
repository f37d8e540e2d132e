import { accounts } from '../../../shared/contracts/accounts.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { loadMembers } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { loadMaskedAccounts } from '../masked-accounts.ts';

export const handler = handle(accounts.bankingInfo, async ({ query }) => {
  const members = (await loadMembers([...new Set(query.memberIds)])).filter(isEnrolled);
  const accountsOf = await loadMaskedAccounts(members);
  return members.map((member) => ({ memberId: member.id, ...accountsOf(member) }));
});

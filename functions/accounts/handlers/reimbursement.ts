import { accounts } from '../../../shared/contracts/accounts.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';
import { reimbursementGroups } from '../reimbursement-groups.ts';

export const handler = handle(accounts.reimbursement, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  return reimbursementGroups(memberships, {}, now).map(({ group }) => group);
});

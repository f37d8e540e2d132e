import { accounts } from '../../../shared/contracts/accounts.ts';
import { everReimbursed } from '../../../shared/accounts/reimbursement-history.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';

export const handler = handle(accounts.reimbursementCheck, async ({ query, caller, now }) =>
  (await loadMemberships(caller, query.memberIds, now)).some(({ program }) => everReimbursed(program)),
);

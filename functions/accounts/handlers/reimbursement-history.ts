import { accounts } from '../../../shared/contracts/accounts.ts';
import { periodsInRange, sortReimbursements } from '../../../shared/accounts/reimbursement-history.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';
import { reimbursementGroups } from '../reimbursement-groups.ts';
import { loadReimbursements } from '../reimbursement-rows.ts';
import { pageOfRows } from '../row-page.ts';

export const handler = handle(accounts.reimbursementHistory, async ({ query, caller, now }) => {
  const periods = periodsInRange(query, now);
  const memberships = await loadMemberships(caller, query.memberIds, now);
  return Promise.all(
    reimbursementGroups(memberships, query, now).map(async ({ group, memberships: ofGroup }) => {
      const rows = group.hideReimbursementHistory ? [] : await loadReimbursements(ofGroup, periods, now);
      return { ...group, reimbursements: pageOfRows(sortReimbursements(rows), {}) };
    }),
  );
});

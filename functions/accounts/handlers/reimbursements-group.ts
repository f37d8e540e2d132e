import { accounts } from '../../../shared/contracts/accounts.ts';
import {
  everReimbursed,
  periodsInRange,
  sortReimbursements,
} from '../../../shared/accounts/reimbursement-history.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';
import { loadReimbursements } from '../reimbursement-rows.ts';
import { pageOfRows } from '../row-page.ts';

export const handler = handle(accounts.reimbursementsGroup, async ({ params, query, caller, now }) => {
  // group memberships are the only program so far, with pseudo plan 0
  if (params.enrollmentEntity !== 'plan' || params.planOrProgramId !== 0)
    throw new Refusal('not-found', 'Program not found.');
  const periods = periodsInRange(query, now);
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const paidBack = memberships.filter(({ program }) => everReimbursed(program));
  const rows = await loadReimbursements(paidBack, periods, now);
  return pageOfRows(sortReimbursements(rows, query.sortBy, query.sortOrder), query);
});

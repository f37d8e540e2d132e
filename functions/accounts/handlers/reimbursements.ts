import { accounts } from '../../../shared/contracts/accounts.ts';
import { insuranceInfoOf } from '../../../shared/accounts/insurance-info.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';
import {
  everReimbursed,
  periodsInRange,
  sortReimbursements,
} from '../../../shared/accounts/reimbursement-history.ts';
import { reimbursementGroups } from '../reimbursement-groups.ts';
import { loadReimbursements } from '../reimbursement-rows.ts';
import { pageOfRows } from '../row-page.ts';
import { Refusal } from '../../../shared/refusal.ts';

export const insuranceInfoHandler = handle(accounts.insuranceInfo, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const ids = memberships.flatMap(({ member }) => member.facilityId ?? []);
  const facilities = await loadFacilities([...new Set(ids)]);
  return memberships.map(({ member, terms, partnerName }) =>
    insuranceInfoOf({
      member,
      terms,
      partnerName,
      facilities: facilities.filter(({ id }) => id === member.facilityId),
    }),
  );
});

export const reimbursementCheckHandler = handle(accounts.reimbursementCheck, async ({ query, caller, now }) =>
  (await loadMemberships(caller, query.memberIds, now)).some(({ program }) => everReimbursed(program)),
);

export const reimbursementHistoryHandler = handle(
  accounts.reimbursementHistory,
  async ({ query, caller, now }) => {
    const periods = periodsInRange(query, now);
    const memberships = await loadMemberships(caller, query.memberIds, now);
    return Promise.all(
      reimbursementGroups(memberships, query, now).map(async ({ group, memberships: ofGroup }) => {
        const rows = group.hideReimbursementHistory ? [] : await loadReimbursements(ofGroup, periods, now);
        return { ...group, reimbursements: pageOfRows(sortReimbursements(rows), {}) };
      }),
    );
  },
);

export const reimbursementHandler = handle(accounts.reimbursement, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  return reimbursementGroups(memberships, {}, now).map(({ group }) => group);
});

export const reimbursementsGroupHandler = handle(
  accounts.reimbursementsGroup,
  async ({ params, query, caller, now }) => {
    // group memberships are the only program so far, with pseudo plan 0
    if (params.enrollmentEntity !== 'plan' || params.planOrProgramId !== 0)
      throw new Refusal('not-found', 'Program not found.');
    const periods = periodsInRange(query, now);
    const memberships = await loadMemberships(caller, query.memberIds, now);
    const paidBack = memberships.filter(({ program }) => everReimbursed(program));
    const rows = await loadReimbursements(paidBack, periods, now);
    return pageOfRows(sortReimbursements(rows, query.sortBy, query.sortOrder), query);
  },
);

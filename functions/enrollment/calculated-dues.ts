import { enrollment } from '../../shared/enrollment/contract.ts';
import { firstDues } from '../../shared/enrollment/first-dues.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(enrollment.calculatedDues, async ({ query }) => {
  const { memberDuesAmount } = await mustLoadGroupMembership(query.partnerId);
  return { data: { duesAmount: firstDues(memberDuesAmount, query.startingDateToCalculate) } };
});

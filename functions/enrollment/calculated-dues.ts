import { enrollment } from '../../shared/enrollment/contract.ts';
import { firstDayOfEnrollment, firstDues } from '../../shared/payments/dues.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(enrollment.calculatedDues, async ({ query }) => {
  const terms = await mustLoadGroupMembership(query.partnerId);
  const firstDay = firstDayOfEnrollment(query.startingDateToCalculate, terms.launchDate);
  return { data: { duesAmount: firstDues(terms, firstDay) } };
});

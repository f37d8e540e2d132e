import { periodOf } from '../../../shared/calendar.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import { firstDayOfEnrollment, firstDues } from '../../../shared/payments/dues.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(enrollment.calculatedDues, async ({ query }) => {
  const program = await mustLoadGroupMembership(query.partnerId);
  const firstDay = firstDayOfEnrollment(query.startingDateToCalculate, program.launchDate);
  return { data: { duesAmount: firstDues(termsFor(program, periodOf(firstDay)), firstDay) } };
});

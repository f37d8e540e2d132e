import { dateInChicago, periodOf, type PeriodId } from '../../../shared/calendar.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import { firstDayOfEnrollment, firstDues, firstWithdrawals } from '../../../shared/payments/dues.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(enrollment.calculatedDues, async ({ query, now }) => {
  const program = await mustLoadGroupMembership(query.partnerId);
  const firstDay = firstDayOfEnrollment(query.startingDateToCalculate, program.launchDate);
  const termsOf = (period: PeriodId) => termsFor(program, period);
  return {
    data: {
      duesAmount: firstDues(termsOf(periodOf(firstDay)), firstDay),
      withdrawals: firstWithdrawals(termsOf, firstDay, dateInChicago(now)),
    },
  };
});

import { loadContent } from '../../functions/payments/payroll/part-store.ts';
import { loadPayrollYear } from '../../functions/payments/payroll/store.ts';
import type { User } from '../../functions/users/user.ts';
import type { PeriodId } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';

/** Creates the payroll file of a month and returns a member's reimbursements in it. */
export async function payrollOf(admin: User, periodID: PeriodId, memberId: string): Promise<number[]> {
  const params = { partnerId: '2' };
  const begun = await call(payments.makePayroll, admin, { params, body: { periodID } });
  await runJob(begun.body.jobId);
  const { object, parts } = (await loadPayrollYear('2', periodID.slice(0, 4))).files.at(-1) ?? {
    object: '',
    parts: 0,
  };
  const contents = await Promise.all(
    Array.from({ length: parts }, (_, number) => loadContent(object, number)),
  );
  return contents.flatMap(({ lines }) =>
    lines
      .filter((line) => line.memberId === memberId && line.category === 'reimbursement')
      .map(({ amount }) => amount),
  );
}

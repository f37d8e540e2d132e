import { payments } from '../../../shared/contracts/payments.ts';
import { mustFollow } from '../../../shared/payments/payroll/payroll-file.ts';
import { beginJob } from '../../jobs/begin.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadPayrollYear, yearOf } from '../payroll/store.ts';

export const handler = handle(
  payments.makePayroll,
  async ({ params: { partnerId }, body: { periodId }, caller, now, newId }) => {
    await loadPartner(partnerId);
    const { files } = await loadPayrollYear(partnerId, yearOf(periodId));
    mustFollow(files, periodId, now);
    return beginJob(
      {
        id: newId(),
        kind: 'payroll',
        input: { partnerId, periodId },
        total: Number(periodId.slice(4)),
        message: 'Counting payments of the year.',
        tally: { added: 0 },
        partnerId,
      },
      caller,
      now,
    );
  },
);

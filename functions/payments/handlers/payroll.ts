import { periodOf, dateInChicago } from '../../../shared/calendar.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadPayrollSettings, loadPayrollYear, yearOf } from '../payroll/store.ts';

export const handler = handle(payments.payroll, async ({ params: { partnerId }, now }) => {
  await loadPartner(partnerId);
  const year = Number(yearOf(periodOf(dateInChicago(now))));
  const [settings, ...years] = await Promise.all([
    loadPayrollSettings(partnerId),
    loadPayrollYear(partnerId, String(year - 1)),
    loadPayrollYear(partnerId, String(year)),
  ]);
  return { settings, files: years.flatMap(({ files }) => files).toReversed() };
});

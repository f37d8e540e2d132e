import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { monthsOf, paymentsOfPartner } from './payments-of-partner.ts';
import { sheetFilter } from './sheet-filter.ts';

export const handler = handle(payments.downloadPaymentsOfPartner, async ({ params, query, now }) => {
  const asked = { ...params, ...query };
  const months = monthsOf(asked, now);
  return paymentsWorkbook(
    await sheetFilter({ title: 'Monthly payments', ...params, periods: [months.from, months.to] }),
    'partner',
    await paymentsOfPartner(asked, now),
  );
});

import { payments } from '../../../shared/contracts/payments.ts';
import { wholeSheet } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { singlePage, paymentsSheet } from '../lists/payment-sheets.ts';
import { monthsOf, paymentsOfPartner } from '../lists/payments-of-partner.ts';
import { sheetFilter } from '../sheet-filter.ts';

export const handler = handle(payments.downloadPaymentsOfPartner, async ({ params, query, now }) => {
  const request = { ...params, ...query };
  const months = monthsOf(request, now);
  const filter = await sheetFilter({
    title: 'Monthly payments',
    ...params,
    periods: [months.from, months.to],
  });
  return wholeSheet(paymentsSheet(filter, 'partner', singlePage(await paymentsOfPartner(request, now))));
});

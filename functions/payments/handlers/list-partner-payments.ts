import { payments } from '../../../shared/contracts/payments.ts';
import { partnerPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { rowsOf } from '../lists/listed-accounts.ts';
import { partnerPaymentsPage } from '../lists/payment-page-store.ts';

export const handler = handle(payments.listPartnerPayments, async ({ params, query }) => {
  const { partnerId, showCorrectedOnly, ...request } = query;
  const filter = { partnerId: partnerId, showCorrectedOnly };
  const page = await partnerPaymentsPage(params, filter, request);
  return { ...page, items: await rowsOf(page.items, partnerPaymentRowOf) };
});

import { payments } from '../../../shared/contracts/payments.ts';
import { facilityPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { rowsOf } from '../lists/listed-accounts.ts';
import { facilityPaymentsPage } from '../lists/payment-page-store.ts';

export const handler = handle(payments.listFacilityPayments, async ({ params, query }) => {
  const { partnerId, showCorrectedOnly, ...request } = query;
  const filter = { partnerId: partnerId, showCorrectedOnly };
  const page = await facilityPaymentsPage(params, filter, request);
  return { ...page, items: await rowsOf(page.items, facilityPaymentRowOf) };
});

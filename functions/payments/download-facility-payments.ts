import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, facilityPaymentsList } from './payment-lists.ts';
import { partnerAsked } from './payment-pages.ts';
import { paymentsWorkbook } from './payment-sheets.ts';

export const handler = handle(payments.downloadFacilityPayments, async ({ params, query }) => {
  const filter = { partnerId: partnerAsked(query.partnerId), showCorrectedOnly: query.showCorrectedOnly };
  return paymentsWorkbook(
    `Facility payments ${periodName(params.periodId)}`,
    'facility',
    everyPayment(facilityPaymentsList(params), filter, 'facilityIDNumber'),
  );
});

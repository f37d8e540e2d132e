import { payments } from '../../shared/payments/contract.ts';
import { facilityPayments } from '../../shared/payments/payment-status.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, facilityPaymentsList } from './payment-lists.ts';
import { partnerAsked } from './payment-pages.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { sheetFilter } from './sheet-filter.ts';

export const handler = handle(payments.downloadFacilityPayments, async ({ params, query }) => {
  const filter = { partnerId: partnerAsked(query.partnerId), showCorrectedOnly: query.showCorrectedOnly };
  return paymentsWorkbook(
    await sheetFilter({
      title: 'Facility payments',
      programPaymentTypeId: params.programPaymentTypeId,
      paymentTypeId: facilityPayments,
      partnerId: filter.partnerId,
      periods: [params.periodId, params.periodId],
      correctedOnly: query.showCorrectedOnly,
    }),
    'facility',
    everyPayment(facilityPaymentsList(params), filter, 'facilityIDNumber'),
  );
});

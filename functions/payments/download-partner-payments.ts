import { payments } from '../../shared/payments/contract.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, partnerPaymentsList } from './payment-lists.ts';
import { partnerAsked, paymentOfPartner } from './payment-pages.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { sheetFilter } from './sheet-filter.ts';

export const handler = handle(payments.downloadPartnerPayments, async ({ params, query }) => {
  const partnerId = partnerAsked(query.partnerId);
  const { periodId, programPaymentTypeId, paymentTypeId } = params;
  const filter = await sheetFilter({
    title: 'Partner payments',
    programPaymentTypeId,
    paymentTypeId,
    partnerId,
    periods: [periodId, periodId],
    correctedOnly: query.showCorrectedOnly,
  });
  if (partnerId === undefined) {
    const narrowed = query.showCorrectedOnly ? { showCorrectedOnly: true } : {};
    const all = everyPayment(partnerPaymentsList(params), narrowed, 'partnerIDNumber');
    return paymentsWorkbook(filter, 'partner', all);
  }
  const found = await paymentOfPartner(params, partnerId);
  const rows = found && (!query.showCorrectedOnly || isCorrected(found)) ? [found] : [];
  return paymentsWorkbook(filter, 'partner', rows);
});

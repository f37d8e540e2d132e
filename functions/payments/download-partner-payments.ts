import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, partnerPaymentsList } from './payment-lists.ts';
import { partnerAsked, paymentOfPartner } from './payment-pages.ts';
import { paymentsWorkbook } from './payment-sheets.ts';

export const handler = handle(payments.downloadPartnerPayments, async ({ params, query }) => {
  const partnerId = partnerAsked(query.partnerId);
  const name = `Partner payments ${periodName(params.periodId)}`;
  if (partnerId === undefined)
    return paymentsWorkbook(
      name,
      'partner',
      everyPayment(
        partnerPaymentsList(params),
        query.showCorrectedOnly ? { showCorrectedOnly: true } : {},
        'partnerIDNumber',
      ),
    );
  const found = await paymentOfPartner(params, partnerId);
  const rows = found && (!query.showCorrectedOnly || isCorrected(found)) ? [found] : [];
  return paymentsWorkbook(name, 'partner', rows);
});

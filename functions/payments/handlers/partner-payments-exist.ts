import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { countOfPayments, partnerPaymentsList } from '../lists/payment-list-store.ts';
import { paymentOfPartner } from '../lists/payment-page-store.ts';

export const handler = handle(payments.partnerPaymentsExist, async ({ query }) => {
  const of = {
    programPaymentTypeId: query.programPaymentTypeId,
    paymentTypeId: query.paymentTypeId,
    periodId: query.periodId,
  };
  const partnerId = query.partnerId;
  const doPaymentsExist =
    partnerId === 'all'
      ? (await countOfPayments(partnerPaymentsList(of))) > 0
      : (await paymentOfPartner(of, partnerId)) !== undefined;
  return { doPaymentsExist };
});

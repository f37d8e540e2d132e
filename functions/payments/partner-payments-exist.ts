import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { countOf } from '../table/list.ts';
import { partnerPaymentsList } from './lists/payment-lists.ts';
import { paymentOfPartner } from './lists/payment-page-store.ts';

export const handler = handle(payments.partnerPaymentsExist, async ({ query }) => {
  const of = {
    programPaymentTypeId: query.programPaymentTypeId,
    paymentTypeId: query.paymentTypeId,
    periodId: query.periodId,
  };
  const partnerId = query.partnerId;
  const doPaymentsExist =
    partnerId === 'all'
      ? (await countOf(partnerPaymentsList(of).name)) > 0
      : (await paymentOfPartner(of, partnerId)) !== undefined;
  return { doPaymentsExist };
});

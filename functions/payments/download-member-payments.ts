import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, memberPaymentsList } from './payment-lists.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { programOfMembers } from './program-of-members.ts';

export const handler = handle(payments.downloadMemberPayments, async ({ query }) => {
  const list = memberPaymentsList({
    programPaymentTypeId: await programOfMembers(query),
    paymentTypeId: query.paymentTypeID,
    partnerId: query.partnerID,
    periodId: query.periodID,
  });
  const name = `${paymentTypeName(query.paymentTypeID)} ${periodName(query.periodID)}`;
  return paymentsWorkbook(name, 'member', everyPayment(list, {}, 'memberFullName'));
});

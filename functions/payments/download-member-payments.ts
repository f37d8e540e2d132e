import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { everyPayment, memberPaymentsList } from './payment-lists.ts';
import { partnerAsked } from './payment-pages.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { programOfMembers } from './program-of-members.ts';
import { sheetFilter } from './sheet-filter.ts';

export const handler = handle(payments.downloadMemberPayments, async ({ query }) => {
  const programPaymentTypeId = await programOfMembers(query);
  const { paymentTypeID: paymentTypeId, partnerID: partnerId, periodID: periodId } = query;
  const list = memberPaymentsList({ programPaymentTypeId, paymentTypeId, partnerId, periodId });
  return paymentsWorkbook(
    await sheetFilter({
      title: 'Member payments',
      programPaymentTypeId,
      paymentTypeId,
      partnerId: partnerAsked(partnerId),
      periods: [periodId, periodId],
    }),
    'member',
    everyPayment(list, {}, 'memberFullName'),
  );
});

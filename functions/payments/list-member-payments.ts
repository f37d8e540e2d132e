import { payments } from '../../shared/payments/contract.ts';
import { memberPaymentRowOf } from '../../shared/payments/payment-row.ts';
import { handle } from '../platform/handle.ts';
import { programOfMembers } from './generation/program-of-members.ts';
import { memberPaymentsPage } from './lists/payment-page-store.ts';
import { rowsOf } from './lists/shown-accounts.ts';

export const handler = handle(payments.listMemberPayments, async ({ query }) => {
  const of = {
    programPaymentTypeId: await programOfMembers(query),
    paymentTypeId: query.paymentTypeId,
    partnerId: query.partnerId,
    periodId: query.periodId,
  };
  const { sortBy, sortOrder, pageSize, cursor } = query;
  const { items, totals, totalCount, nextCursor } = await memberPaymentsPage(of, {
    sortBy,
    sortOrder,
    pageSize,
    cursor,
  });
  return {
    items: await rowsOf(items, memberPaymentRowOf),
    totalPaymentsAmount: totals.amountToBeSent,
    totalCount,
    nextCursor,
  };
});

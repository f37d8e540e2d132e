import { payments } from '../../shared/payments/contract.ts';
import { memberPaymentRowOf } from '../../shared/payments/payment-row.ts';
import { handle } from '../platform/handle.ts';
import { pageOfList } from '../table/list.ts';
import { memberPaymentsList } from './lists/payment-lists.ts';
import { programOfMembers } from './generation/program-of-members.ts';
import { rowsOf } from './lists/shown-accounts.ts';
import { loadTotals } from './lists/totals.ts';

export const handler = handle(payments.listMemberPayments, async ({ query }) => {
  const list = memberPaymentsList({
    programPaymentTypeId: await programOfMembers(query),
    paymentTypeId: query.paymentTypeId,
    partnerId: query.partnerId,
    periodId: query.periodId,
  });
  const { sortBy, sortOrder, pageSize, cursor } = query;
  const [page, totals] = await Promise.all([
    pageOfList(list, { sortBy, sortOrder, pageSize, cursor }),
    loadTotals(list.name),
  ]);
  return {
    items: await rowsOf(page.items, memberPaymentRowOf),
    totalPaymentsAmount: totals.amount,
    totalCount: totals.lines,
    nextCursor: page.nextCursor,
  };
});

import { payments } from '../../../shared/contracts/payments.ts';
import type { Page } from '../../../shared/page.ts';
import type { MemberPayment } from '../../../shared/payments/payment.ts';
import { memberPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { programOfMembers } from '../generation/program-of-members.ts';
import { paymentsOfAllMembers, totalsOfAllMembers } from '../lists/all-members.ts';
import type { PaymentsOf } from '../lists/payment-list-store.ts';
import { memberPaymentsPage } from '../lists/payment-page-store.ts';
import { rowsOf } from '../lists/listed-accounts.ts';

export const handler = handle(payments.listMemberPayments, async ({ query }) => {
  const { paymentTypeId, periodId, partnerId, sortBy, sortOrder, pageSize, cursor } = query;
  const of = { programPaymentTypeId: await programOfMembers(query), paymentTypeId, periodId };
  if (partnerId === 'all') {
    const [page, totals] = await Promise.all([pageOfAll(of, cursor, pageSize), totalsOfAllMembers(of)]);
    return {
      items: await rowsOf(page.items, memberPaymentRowOf),
      totalPaymentsAmount: totals.amount,
      totalCount: totals.lines,
      nextCursor: page.nextCursor,
    };
  }
  const { items, totals, totalCount, nextCursor } = await memberPaymentsPage(
    { ...of, partnerId },
    { sortBy, sortOrder, pageSize, cursor },
  );
  return {
    items: await rowsOf(items, memberPaymentRowOf),
    totalPaymentsAmount: totals.amountToBeSent,
    totalCount,
    nextCursor,
  };
});

/** Returns a page that ends with its partner. The last page of all partners has a cursor to an empty page. */
async function pageOfAll(
  of: PaymentsOf,
  cursor: string | undefined,
  pageSize: number | undefined,
): Promise<Omit<Page<MemberPayment>, 'totalCount'>> {
  const page = await paymentsOfAllMembers(of, cursor ?? null, pageSize).next();
  return page.done
    ? { items: [], nextCursor: null }
    : { items: page.value.rows, nextCursor: page.value.cursor };
}

import { payments } from '../../../shared/contracts/payments.ts';
import { listPartners } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { memberPaymentsList } from '../lists/payment-list-store.ts';
import { loadAllTotals } from '../lists/total-store.ts';

const partnersAtOnce = 100;

export const handler = handle(payments.listMemberPaymentsByPartner, async ({ query }) => {
  const { items, nextCursor } = await listPartners({
    sortBy: 'name',
    pageSize: partnersAtOnce,
    cursor: query.cursor,
  });
  const groups = items.map(({ id: partnerId }) => memberPaymentsList({ ...query, partnerId }).name);
  const totals = await loadAllTotals(groups);
  const rows = items.flatMap(({ id: partnerId, name, isTest }, index) => {
    const partnerName = isTest ? `${name} (test partner)` : name;
    const { lines: count = 0, amount = 0 } = totals[index] ?? {};
    return count === 0 ? [] : [{ partnerId, partnerName, count, amount }];
  });
  return { items: rows, totalCount: null, nextCursor };
});

import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { allPartners } from '../partners/store.ts';
import {
  clubLinesOf,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
} from '../payments/lists/payment-lists.ts';
import { pagesOfList } from '../table/list.ts';

type Pages = AsyncIterable<{ rows: Payment[] }>;
const pageSize = 1000;

/**
 * Where the payments of each kind are listed. Partner payments are one or two a partner, so all are walked; a partner's
 * facility payments are read by themselves; members' payments have a list per partner.
 */
const listed: Record<RunFilter['flow'], (filter: RunFilter) => Pages> = {
  partner: (filter) => pagesOfList(partnerPaymentsList(filter), 'partnerNumber', { pageSize }),
  facility: (filter) =>
    filter.partnerId === 'all'
      ? pagesOfList(facilityPaymentsList(filter), 'partnerNumber', { pageSize })
      : clubLinesOf(facilityPaymentsList(filter), filter.partnerId, null, pageSize),
  member: ofMembers,
};

async function* ofMembers(filter: RunFilter): Pages {
  const { programPaymentTypeId, paymentTypeId, periodId } = filter;
  const pagesOf = (partnerId: string) =>
    pagesOfList(
      memberPaymentsList({ programPaymentTypeId, paymentTypeId, partnerId, periodId }),
      'memberFullName',
      { pageSize },
    );
  if (filter.partnerId !== 'all') yield* pagesOf(filter.partnerId);
  else for await (const { id } of allPartners()) yield* pagesOf(id);
}

/** The payments of a filter: every one of them or, when there are more than `most`, somewhat more than that. */
export async function paymentsOf(filter: RunFilter, most: number): Promise<Payment[]> {
  const found: Payment[] = [];
  for await (const { rows } of listed[filter.flow](filter)) {
    found.push(
      ...rows.filter(({ partnerId }) => filter.partnerId === 'all' || partnerId === filter.partnerId),
    );
    if (found.length > most) break;
  }
  return found;
}

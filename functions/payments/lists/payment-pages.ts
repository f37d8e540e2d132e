import type { Page } from '../../../shared/page.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import { paymentIdOf } from '../../../shared/payments/payment-id.ts';
import type { FacilityPayment, PartnerPayment, Payment } from '../../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { pageOfList, type ListQuery } from '../../table/list.ts';
import {
  columnWithinPartner,
  correctedPage,
  facilityPaymentsList,
  partnerPaymentsList,
  type PaymentsFilter,
} from './payment-lists.ts';
import { loadPayments, partnerPrefix } from '../store.ts';
import { loadTotals, partnerGroup, totalsOf, type Totals } from './totals.ts';

/** A page of payments with the totals of everything that the filter lets through. */
export type PaymentPage<One extends Payment> = Page<One> & {
  totals: { count: number; totalPayment: number; amountToBeSent: number } | null;
};

const shown = ({ lines, total, amount }: Totals): PaymentPage<Payment>['totals'] => ({
  count: lines,
  totalPayment: total,
  amountToBeSent: amount,
});

/** Counters where the portal keeps them; else the page's own sum, if the page is all there is. */
const withTotals = <One extends Payment>(
  page: Page<One>,
  asked: ListQuery,
  totals?: Totals,
): PaymentPage<One> => ({
  ...page,
  totalCount: totals?.lines ?? page.totalCount,
  totals: totals
    ? shown(totals)
    : page.nextCursor === null && !asked.cursor
      ? shown(totalsOf(page.items))
      : null,
});

export interface PartnerPaymentsOf {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  periodId: string;
}

/** A page of partner payments. One partner has one payment a month, so its page is one read. */
export async function partnerPaymentsPage(
  of: PartnerPaymentsOf,
  { partnerId, showCorrectedOnly }: PaymentsFilter,
  asked: ListQuery,
): Promise<PaymentPage<PartnerPayment>> {
  const list = partnerPaymentsList(of);
  if (partnerId !== 'all') {
    const found = await paymentOfPartner(of, partnerId);
    const items = found && (!showCorrectedOnly || isCorrected(found)) ? [found] : [];
    return withTotals({ items, totalCount: items.length, nextCursor: null }, asked);
  }
  if (showCorrectedOnly) return withTotals(await correctedPage(list, 'all', asked), asked);
  const [page, totals] = await Promise.all([
    pageOfList(list, { ...asked, filter: undefined }),
    loadTotals(list.name),
  ]);
  return withTotals(page, asked, totals);
}

/** What one partner owes for a month, if it was generated. */
export async function paymentOfPartner(
  of: PartnerPaymentsOf,
  partnerId: string,
): Promise<PartnerPayment | undefined> {
  const id = paymentIdOf({
    kind: 'partner',
    programPaymentTypeId: of.programPaymentTypeId,
    paymentTypeId: of.paymentTypeId,
    partnerId,
    periodId: of.periodId,
  });
  const [found] = await loadPayments([id]);
  return found?.kind === 'partner' ? found : undefined;
}

/** A page of facility payments, of all partners or of one. */
export async function facilityPaymentsPage(
  of: { programPaymentTypeId: ProgramPaymentTypeId; periodId: string },
  { partnerId, showCorrectedOnly }: PaymentsFilter,
  asked: ListQuery,
): Promise<PaymentPage<FacilityPayment>> {
  const list = facilityPaymentsList(of);
  if (showCorrectedOnly) return withTotals(await correctedPage(list, partnerId, asked), asked);
  if (partnerId === 'all') {
    const [page, totals] = await Promise.all([
      pageOfList(list, { ...asked, filter: undefined }),
      loadTotals(list.name),
    ]);
    return withTotals(page, asked, totals);
  }
  const [page, totals] = await Promise.all([
    pageOfList(list, {
      ...asked,
      filter: undefined,
      sortBy: columnWithinPartner(asked.sortBy),
      beginsWith: partnerPrefix(partnerId),
    }),
    loadTotals(partnerGroup(list.name, partnerId)),
  ]);
  return withTotals(page, asked, totals);
}

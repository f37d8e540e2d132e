import type { Page } from '../../../shared/page.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import { paymentIdOf } from '../../../shared/payments/payment-id.ts';
import type { FacilityPayment, PartnerPayment, Payment } from '../../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { pageOfList, type List, type ListQuery } from '../../table/list.ts';
import {
  columnWithinPartner,
  facilityPaymentsList,
  partnerPaymentsList,
  type PaymentsFilter,
} from './payment-lists.ts';
import { correctedOnly, loadPayments, partnerPrefix } from '../store.ts';
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

/** A page of a list, or of its corrected payments, which nobody counts. */
async function pageShown<One extends Payment>(
  list: List<One>,
  showCorrectedOnly: boolean | undefined,
  asked: ListQuery,
): Promise<Page<One>> {
  if (!showCorrectedOnly) return pageOfList(list, { ...asked, filter: undefined });
  const page = await pageOfList(correctedOnly(list), { ...asked, filter: undefined });
  const isWhole = page.nextCursor === null && !asked.cursor;
  return { ...page, totalCount: isWhole ? page.items.length : null };
}

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
  const [page, totals] = await Promise.all([
    pageShown(list, showCorrectedOnly, asked),
    showCorrectedOnly ? undefined : loadTotals(list.name),
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
  const ofPartner = partnerId !== 'all' && {
    sortBy: columnWithinPartner(asked.sortBy),
    beginsWith: partnerPrefix(partnerId),
  };
  const group = partnerId === 'all' ? list.name : partnerGroup(list.name, partnerId);
  const [page, totals] = await Promise.all([
    pageShown(list, showCorrectedOnly, { ...asked, ...ofPartner }),
    showCorrectedOnly ? undefined : loadTotals(group),
  ]);
  return withTotals(page, asked, totals);
}

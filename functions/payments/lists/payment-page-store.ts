import type { Page } from '../../../shared/page.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import {
  paymentIdOf,
  type FacilityPayment,
  type MemberPayment,
  type PartnerPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { pageOfList, type List, type ListQuery } from '../../table/list.ts';
import {
  columnWithinPartner,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
  type PaymentsFilter,
  type PaymentsOf,
} from './payment-list-store.ts';
import { correctedOnly, loadPayments, partnerPrefix } from '../store.ts';
import { correctedGroup, loadTotals, partnerGroup, totalsOf, type Totals } from './total-store.ts';

/** A page of payments with the totals of all matching payments. */
export type PaymentPage<SomePayment extends Payment> = Page<SomePayment> & {
  totals: { count: number; totalPayment: number; amountToBeSent: number };
};

const responseTotals = ({ lines, total, amount }: Totals): PaymentPage<Payment>['totals'] => ({
  count: lines,
  totalPayment: total,
  amountToBeSent: amount,
});

const withTotals = <SomePayment extends Payment>(
  page: Page<SomePayment>,
  totals: Totals,
): PaymentPage<SomePayment> => ({
  ...page,
  totalCount: totals.lines,
  totals: responseTotals(totals),
});

/** Loads a page of a list or of its corrected payments. `group` names the counters of all matching payments. */
async function pageWithTotals<SomePayment extends Payment>(
  list: List<SomePayment>,
  group: string,
  showCorrectedOnly: boolean | undefined,
  listQuery: ListQuery,
): Promise<PaymentPage<SomePayment>> {
  const [page, totals] = await Promise.all([
    pageOfList(showCorrectedOnly ? correctedOnly(list) : list, { ...listQuery, filter: undefined }),
    loadTotals(showCorrectedOnly ? correctedGroup(group) : group),
  ]);
  return withTotals(page, totals);
}

export interface PartnerPaymentsOf {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  periodId: string;
}

/** Loads a page of partner payments. One partner has one payment per month, which is a single read. */
export async function partnerPaymentsPage(
  of: PartnerPaymentsOf,
  { partnerId, showCorrectedOnly }: PaymentsFilter,
  listQuery: ListQuery,
): Promise<PaymentPage<PartnerPayment>> {
  const list = partnerPaymentsList(of);
  if (partnerId !== 'all') {
    const payment = await paymentOfPartner(of, partnerId);
    const items = payment && (!showCorrectedOnly || isCorrected(payment)) ? [payment] : [];
    return withTotals({ items, totalCount: items.length, nextCursor: null }, totalsOf(items));
  }
  return pageWithTotals(list, list.name, showCorrectedOnly, listQuery);
}

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
  const [payment] = await loadPayments([id]);
  return payment?.kind === 'partner' ? payment : undefined;
}

export function memberPaymentsPage(
  of: PaymentsOf & { partnerId: string },
  listQuery: ListQuery,
): Promise<PaymentPage<MemberPayment>> {
  const list = memberPaymentsList(of);
  return pageWithTotals(list, list.name, false, listQuery);
}

/** Loads a page of facility payments of all partners or one. */
export async function facilityPaymentsPage(
  of: { programPaymentTypeId: ProgramPaymentTypeId; periodId: string },
  { partnerId, showCorrectedOnly }: PaymentsFilter,
  query: ListQuery,
): Promise<PaymentPage<FacilityPayment>> {
  const list = facilityPaymentsList(of);
  const ofPartner = partnerId !== 'all' && {
    sortBy: columnWithinPartner(query.sortBy),
    beginsWith: partnerPrefix(partnerId),
  };
  const group = partnerId === 'all' ? list.name : partnerGroup(list.name, partnerId);
  return pageWithTotals(list, group, showCorrectedOnly, { ...query, ...ofPartner });
}

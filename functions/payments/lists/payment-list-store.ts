import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import { pageSize as defaultPageSize, type Page } from '../../../shared/page.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import type { ListedAccounts } from '../../../shared/payments/payment-row.ts';
import {
  isOfKind,
  paymentIdOf,
  returned,
  type FacilityPayment,
  type MemberPayment,
  type PartnerPayment,
  type Payment,
  type PaymentKind,
  type PaymentOf,
} from '../../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';
import { pageOfPartners, pagesOfPartners } from '../../partners/store.ts';
import { now } from '../../platform/clock.ts';
import { normalized, sortText } from '../../table/entity.ts';
import { keys, paymentListName, type PaymentListOf } from '../../table/keys.ts';
import { rowKeysOfList } from '../../table/list-keys.ts';
import {
  countOf,
  pageOfList,
  pagesOfList,
  requireCursor,
  type List,
  type ListQuery,
} from '../../table/list.ts';
import {
  correctedOnly,
  loadPayments,
  paymentColumns,
  paymentsList,
  statusColumns,
  withinPartner,
} from '../store.ts';
import {
  addTotals,
  correctedGroup,
  loadAllTotals,
  loadSent,
  loadTotals,
  noTotals,
  partnerGroup,
  totalsOf,
  type Totals,
} from './total-store.ts';
import * as z from 'zod';

/** Identifies payments of a month: program payment type, payment type, and period. */
interface PaymentsOf {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  periodId: string;
}

/** The payments of one partner or of all partners. */
export interface PaymentsFilter extends PaymentsOf {
  partnerId: PartnerScope;
  showCorrectedOnly?: boolean | undefined;
  showReturnedOnly?: boolean | undefined;
}

interface Reading {
  /** The cursor of the page before. */
  after?: string | null;
  pageSize?: number;
  /** The order of a list of all partners; `readingOrder` by default. */
  column?: string | undefined;
}
type Pages<SomePayment extends Payment> = AsyncGenerator<{ rows: SomePayment[]; cursor: string | null }>;

/** The column by which all payments of a kind are read. */
const readingOrder = {
  partner: 'partnerNumber',
  facility: 'facilityNumber',
  member: 'memberFullName',
} as const;

type Range = Pick<PaymentsFilter, 'partnerId' | 'showReturnedOnly'>;

/** The order and the part of a list for a filter: returned payments, and one partner's if the list has such an order. */
function rangeOf({ columns }: List<Payment>, kind: PaymentKind, { partnerId, showReturnedOnly }: Range) {
  const order = showReturnedOnly ? statusColumns[kind] : readingOrder[kind];
  const column = `partner ${order}`;
  if (partnerId !== 'all' && columns.includes(column))
    return { column, beginsWith: normalized(withinPartner(partnerId, showReturnedOnly ? returned : '')) };
  return showReturnedOnly ? { column: order, beginsWith: sortText(returned, '') } : undefined;
}

/** Yields pages of the payments of a list, for facilities of one partner if the filter has one. */
export function pagesOfPayments<Kind extends PaymentKind>(
  kind: Kind,
  filter: PaymentListOf<Kind> & Range & Pick<PaymentsFilter, 'showCorrectedOnly'>,
  { after = null, pageSize, column = readingOrder[kind] }: Reading = {},
): Pages<PaymentOf<Kind>> {
  const list = paymentsList(kind, filter);
  const { column: columnOfRange = column, ...range } = rangeOf(list, kind, filter) ?? {};
  return pagesOfList(filter.showCorrectedOnly ? correctedOnly(list) : list, columnOfRange, {
    ...range,
    ...(after !== null && { after }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

/** Yields pages of the payments of a kind that match a filter. `after` continues after a page's cursor. */
export async function* everyPayment<Kind extends PaymentKind>(
  kind: Kind,
  filter: PaymentsFilter & PaymentListOf<Kind>,
  reading: Reading = {},
): Pages<PaymentOf<Kind>> {
  if (kind === 'partner' && filter.partnerId !== 'all')
    yield { rows: (await paymentsOfPartner(filter)) as PaymentOf<Kind>[], cursor: null };
  else yield* pagesOfPayments(kind, filter, reading);
}

/** Yields pages of the payments of one partner's members or of all, which are in a list per partner. */
export const everyMemberPayment = (filter: PaymentsFilter, reading: Reading = {}): Pages<MemberPayment> =>
  filter.partnerId === 'all'
    ? paymentsOfAllMembers(filter, reading)
    : pagesOfPayments('member', filter, reading);

/** Yields the IDs of the payments of one partner. */
export async function* paymentIds<Kind extends PaymentKind>(
  kind: Kind,
  filter: PaymentListOf<Kind> & { partnerId: string },
): AsyncGenerator<string> {
  const prefix = keys.payment('').pk;
  const list = paymentsList(kind, filter);
  const { column = readingOrder[kind], beginsWith } = rangeOf(list, kind, filter) ?? {};
  for await (const key of rowKeysOfList(list, column, beginsWith)) yield key.slice(prefix.length);
}

/** Returns the number of payments of a kind, corrected or not, from counters. */
export async function countOfPayments(kind: PaymentKind, filter: PaymentsFilter): Promise<number> {
  const { partnerId } = filter;
  if (kind === 'partner' && partnerId !== 'all') return (await paymentsOfPartner(filter)).length;
  const list = paymentListName(kind, filter);
  return countOf(kind === 'facility' && partnerId !== 'all' ? partnerGroup(list, partnerId) : list);
}

export const countOfMemberPayments = async (filter: PaymentsFilter): Promise<number> =>
  filter.partnerId === 'all' ? (await totalsOfAllMembers(filter)).lines : countOfPayments('member', filter);

/** Loads the payment of one partner, a single read, as a list of at most one. */
async function paymentsOfPartner(filter: PaymentsFilter): Promise<PartnerPayment[]> {
  const payments = await loadPayments([paymentIdOf({ kind: 'partner', ...filter })]);
  return payments
    .filter((payment) => isOfKind(payment, 'partner'))
    .filter((payment) => !filter.showCorrectedOnly || isCorrected(payment))
    .filter(({ status }) => !filter.showReturnedOnly || status === returned);
}

/**
 * Loads one partner's payments of months and types, in this order. Payment IDs are derived from partner, month, and type.
 */
export async function paymentsOfPartnerMonths(
  of: { partnerId: string; programPaymentTypeId: ProgramPaymentTypeId },
  paymentTypeIds: readonly number[],
  periodIds: readonly string[],
): Promise<PartnerPayment[]> {
  const { partnerId, programPaymentTypeId } = of;
  const ids = periodIds.flatMap((periodId) =>
    paymentTypeIds.map((paymentTypeId) =>
      paymentIdOf({ kind: 'partner', programPaymentTypeId, paymentTypeId, partnerId, periodId }),
    ),
  );
  return (await loadPayments(ids)).filter((payment) => isOfKind(payment, 'partner'));
}

/** Returns the sort column within a partner. Refuses columns that cannot be sorted there. */
function columnWithinPartner(sortBy: string | undefined): string {
  const column = `partner ${sortBy ?? 'facilityNumber'}`;
  if (paymentColumns.facility.some((name) => name === column)) return column;
  if (sortBy === 'partnerNumber' || sortBy === 'partnerName') return 'partner facilityNumber';
  throw new Refusal('invalid', 'This list cannot be sorted by this column.', 'sortBy');
}

/** Returns true if dues of a selection were in a sent bank file, from a counter per partner. */
export async function wereSent(of: PaymentsFilter): Promise<boolean> {
  const areCounted = async (partners: readonly { id: string }[]) =>
    (await loadSent(listNames(of, partners))).some((count) => count > 0);
  if (of.partnerId !== 'all') return areCounted([{ id: of.partnerId }]);
  for await (const partners of pagesOfPartners()) if (await areCounted(partners)) return true;
  return false;
}

const partnersAtOnce = 100;

const listNames = (of: PaymentsOf, partners: readonly { id: string }[]): string[] =>
  partners.map(({ id: partnerId }) => paymentListName('member', { ...of, partnerId }));

/** Loads the totals of all partners' member payments from counters, 100 partners at a time. */
async function totalsOfAllMembers(of: PaymentsOf): Promise<Totals> {
  let sum = noTotals;
  for await (const partners of pagesOfPartners()) {
    const all = await loadAllTotals(listNames(of, partners));
    for (const [index, totals] of all.entries())
      sum = addTotals(sum, partners[index]?.isTest ? { ...noTotals, lines: totals.lines } : totals);
  }
  return sum;
}

/** The page of partners, the current partner, and the cursor in its payments (null: all were read). */
const position = z.object({
  page: z.string().nullable(),
  partnerId: z.string(),
  payment: z.string().nullable(),
});

const encodePosition = (at: z.output<typeof position>): string =>
  Buffer.from(JSON.stringify(at)).toString('base64url');

const invalidCursor = () =>
  new Refusal('invalid', 'This page is no longer available. Start again from the first page.', 'cursor');

function decodePosition(cursor: string): z.output<typeof position> {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor();
  }
}

/**
 * Yields the member payments of all partners page by page: partners by Partner ID, members by name. `after` continues
 * after a page's cursor. A partner without payments costs one counter read.
 */
async function* paymentsOfAllMembers(
  of: PaymentsOf,
  { after = null, ...reading }: Reading,
): AsyncGenerator<{ rows: MemberPayment[]; cursor: string }> {
  let from = after === null ? undefined : decodePosition(after);
  let page = from?.page ?? null;
  do {
    const { rows: partners, cursor: nextPage } = await pageOfPartners(page, partnersAtOnce);
    const totals = await loadAllTotals(listNames(of, partners));
    for (const [index, { id: partnerId }] of partners.entries()) {
      if (from && from.partnerId !== partnerId) continue;
      const resumed = from;
      from = undefined;
      if (resumed?.payment === null || (totals[index] ?? noTotals).lines === 0) continue;
      const position = { ...reading, after: resumed?.payment ?? null };
      const pages = pagesOfPayments('member', { ...of, partnerId }, position);
      for await (const { rows, cursor: payment } of pages)
        if (rows.length > 0) yield { rows, cursor: encodePosition({ page, partnerId, payment }) };
    }
    page = nextPage;
  } while (page !== null);
  if (from) throw invalidCursor();
}

/** A page of payments with the totals of all matching payments. */
export type PaymentPage<SomePayment extends Payment> = Page<SomePayment> & {
  totals: { count: number; totalPayment: number; amountToBeSent: number };
};

const withTotals = <SomePayment extends Payment>(
  page: Page<SomePayment>,
  { lines, total, amount }: Totals,
): PaymentPage<SomePayment> => ({
  ...page,
  totalCount: lines,
  totals: { count: lines, totalPayment: total, amountToBeSent: amount },
});

type PageQuery = PaymentsFilter & ListQuery;

/** Returns the query of a page: returned payments have one order. */
function pageQueryOf(kind: PaymentKind, list: List<Payment>, query: PageQuery): ListQuery {
  const range = query.showReturnedOnly ? rangeOf(list, kind, query) : undefined;
  return {
    ...query,
    ...(range && { sortBy: range.column, sortOrder: 'asc', beginsWith: range.beginsWith }),
    filter: undefined,
  };
}

/**
 * Loads a page of a list or of its corrected payments. `group` names the counters of all these payments, which do not
 * count returned ones separately.
 */
async function pageWithTotals<Kind extends PaymentKind>(
  kind: Kind,
  list: List<PaymentOf<Kind>>,
  group: string,
  query: PageQuery,
): Promise<PaymentPage<PaymentOf<Kind>>> {
  const { showCorrectedOnly } = query;
  const [page, totals] = await Promise.all([
    pageOfList(showCorrectedOnly ? correctedOnly(list) : list, pageQueryOf(kind, list, query)),
    loadTotals(showCorrectedOnly ? correctedGroup(group) : group),
  ]);
  return withTotals(page, totals);
}

/** Loads a page of partner payments. */
export async function partnerPaymentsPage(query: PageQuery): Promise<PaymentPage<PartnerPayment>> {
  const list = paymentsList('partner', query);
  if (query.partnerId === 'all') return pageWithTotals('partner', list, list.name, query);
  const items = await paymentsOfPartner(query);
  return withTotals({ items, totalCount: items.length, nextCursor: null }, totalsOf(items));
}

/** Loads a page of the payments of one partner's members or of all, by partner. A page of all ends with its partner. */
export async function memberPaymentsPage(query: PageQuery): Promise<PaymentPage<MemberPayment>> {
  const { partnerId, cursor = null, pageSize = defaultPageSize } = query;
  requireCursor(query);
  if (partnerId !== 'all') {
    const list = paymentsList('member', { ...query, partnerId });
    return pageWithTotals('member', list, list.name, query);
  }
  const [page, totals] = await Promise.all([
    paymentsOfAllMembers(query, { after: cursor, pageSize }).next(),
    totalsOfAllMembers(query),
  ]);
  // the last page of all partners has a cursor to an empty page
  const { rows: items, cursor: nextCursor } = page.done ? { rows: [], cursor: null } : page.value;
  return withTotals({ items, totalCount: null, nextCursor }, totals);
}

/** Loads a page of facility payments of all partners or one. */
export async function facilityPaymentsPage(query: PageQuery): Promise<PaymentPage<FacilityPayment>> {
  const { partnerId, sortBy } = query;
  const list = paymentsList('facility', query);
  if (partnerId === 'all') return pageWithTotals('facility', list, list.name, query);
  const ofPartner = { sortBy: columnWithinPartner(sortBy), beginsWith: withinPartner(partnerId) };
  return pageWithTotals('facility', list, partnerGroup(list.name, partnerId), { ...query, ...ofPartner });
}

/** Loads the accounts of payments by payee token: type and last four digits, without opening them. */
export async function listedAccounts(payments: readonly Payment[]): Promise<ListedAccounts> {
  const tokens = new Set(payments.map(({ payeeToken }) => payeeToken).filter((token) => token !== null));
  const accounts = (await loadBankAccounts([...tokens])).map((stored) => accountAt(stored, now()));
  return new Map(
    accounts.map(({ payeeToken, bankAccountType, lastFour }) => [payeeToken, { bankAccountType, lastFour }]),
  );
}

export async function rowsOf<SomePayment extends Payment, Row>(
  payments: readonly SomePayment[],
  rowOf: (payment: SomePayment, accounts: ListedAccounts) => Row,
): Promise<Row[]> {
  const accounts = await listedAccounts(payments);
  return payments.map((payment) => rowOf(payment, accounts));
}

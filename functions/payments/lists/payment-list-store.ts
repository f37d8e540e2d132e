import { type Payment, type MemberPayment, pending } from '../../../shared/payments/payment.ts';
import { isWaitingPaycheck } from '../../../shared/payments/regeneration.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { normalized } from '../../table/entity.ts';
import { allPartners, pageOfPartners, pagesOfPartners } from '../../partners/store.ts';
import { keys, lists } from '../../table/keys.ts';
import { rowKeysOfList } from '../../table/list-keys.ts';
import { countOf, pagesOfList, type List } from '../../table/list.ts';
import { correctedOnly, partnerPrefix, paymentColumns, paymentsList } from '../store.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import { partnerGroup, addTotals, loadAllTotals, noTotals, type Totals } from './total-store.ts';
import * as z from 'zod';

/** Identifies a list of payments: program payment type, payment type, and period. */
export interface PaymentsOf {
  programPaymentTypeId: number;
  paymentTypeId: number;
  periodId: string;
}

export const partnerPaymentsList = ({ programPaymentTypeId, paymentTypeId, periodId }: PaymentsOf) =>
  paymentsList('partner', lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId));

export const facilityPaymentsList = ({ programPaymentTypeId, periodId }: Omit<PaymentsOf, 'paymentTypeId'>) =>
  paymentsList('facility', lists.facilityPayments(programPaymentTypeId, periodId));

export const memberPaymentsList = ({
  programPaymentTypeId,
  paymentTypeId,
  periodId,
  partnerId,
}: PaymentsOf & { partnerId: string }) =>
  paymentsList('member', lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId));

/** Loads the unfiltered number of payments in a list from its counter. */
export const countOfPayments = ({ name }: { name: string }): Promise<number> => countOf(name);

/** Returns true if the month has facility payments of the partner, or of any partner. */
export async function hasFacilityPayments(
  paymentsOf: Omit<PaymentsOf, 'paymentTypeId'> & { partnerId: PartnerScope },
): Promise<boolean> {
  const { name } = facilityPaymentsList(paymentsOf);
  return (
    (await countOf(paymentsOf.partnerId === 'all' ? name : partnerGroup(name, paymentsOf.partnerId))) > 0
  );
}

/** Returns true if the month has member payments of the partner, or of any partner. */
export async function hasMemberPayments(request: PaymentsOf & { partnerId: PartnerScope }): Promise<boolean> {
  const isThere = async (partnerId: string) =>
    (await countOf(memberPaymentsList({ ...request, partnerId }).name)) > 0;
  if (request.partnerId !== 'all') return isThere(request.partnerId);
  for await (const { id } of allPartners()) if (await isThere(id)) return true;
  return false;
}

export interface PaymentsFilter {
  partnerId: PartnerScope;
  showCorrectedOnly?: boolean | undefined;
}

/** Yields pages of all facility payments of one partner, in facility order. */
export const facilityPaymentPages = <SomePayment extends Payment>(
  list: List<SomePayment>,
  partnerId: string,
  after: string | null,
  pageSize: number,
) =>
  pagesOfList(list, 'partner facilityNumber', {
    beginsWith: normalized(partnerPrefix(partnerId)),
    pageSize,
    ...(after !== null && { after }),
  });

export const idsOfFacilityPayments = <SomePayment extends Payment>(
  list: List<SomePayment>,
  partnerId: string,
): AsyncGenerator<string> =>
  idsFrom(rowKeysOfList(list, 'partner facilityNumber', normalized(partnerPrefix(partnerId))));

/** Yields pages of all payments of a partner's members, by member name. */
export const memberPaymentPages = (
  of: PaymentsOf & { partnerId: string },
  pageSize: number,
  after: string | null = null,
) => pagesOfList(memberPaymentsList(of), 'memberFullName', { pageSize, ...(after !== null && { after }) });

export const idsOfMemberPayments = (of: PaymentsOf & { partnerId: string }): AsyncGenerator<string> =>
  idsFrom(rowKeysOfList(memberPaymentsList(of), 'memberFullName'));

async function* idsFrom(rowKeys: AsyncGenerator<string>): AsyncGenerator<string> {
  const prefix = keys.payment('').pk;
  for await (const key of rowKeys) yield key.slice(prefix.length);
}

/** Yields pages of all matching payments of a list. `after` continues after a page's cursor. */
export async function* everyPayment<SomePayment extends Payment>(
  list: List<SomePayment>,
  filter: PaymentsFilter,
  column: string,
  { after = null, pageSize }: { after?: string | null; pageSize?: number } = {},
): AsyncGenerator<{ rows: SomePayment[]; cursor: string | null }> {
  const isPartOfList = filter.partnerId !== 'all' && list.columns.includes(`partner ${column}`);
  const listed = filter.showCorrectedOnly ? correctedOnly(list) : list;
  yield* pagesOfList(listed, isPartOfList ? `partner ${column}` : column, {
    ...(isPartOfList && { beginsWith: normalized(partnerPrefix(filter.partnerId)) }),
    ...(after !== null && { after }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

/** Returns the sort column within a partner. Refuses columns that cannot be sorted there. */
export function columnWithinPartner(sortBy: string | undefined): string {
  const column = `partner ${sortBy ?? 'facilityNumber'}`;
  if (paymentColumns.facility.some((name) => name === column)) return column;
  if (sortBy === 'partnerNumber' || sortBy === 'partnerName') return 'partner facilityNumber';
  throw new Refusal('invalid', 'This list cannot be sorted by this column.', 'sortBy');
}

/** Returns true if a paycheck reimbursement of the month waits. */
export async function hasWaitingPaycheck(of: Parameters<typeof memberPaymentsList>[0]): Promise<boolean> {
  // the status order begins with Pending
  for await (const { rows } of pagesOfList(memberPaymentsList(of), 'paymentStatusId', { pageSize: 20 })) {
    if (rows.some(isWaitingPaycheck)) return true;
    if (rows.some(({ status }) => status !== pending)) return false;
  }
  return false;
}

const partnersAtOnce = 100;

const listNames = (of: PaymentsOf, partners: readonly { id: string }[]): string[] =>
  partners.map(({ id: partnerId }) => memberPaymentsList({ ...of, partnerId }).name);

/** Loads the totals of all partners' member payments from counters, 100 partners at a time. */
export async function totalsOfAllMembers(of: PaymentsOf): Promise<Totals> {
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
export async function* paymentsOfAllMembers(
  of: PaymentsOf,
  after: string | null,
  pageSize?: number,
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
      const pages = everyPayment(memberPaymentsList({ ...of, partnerId }), { partnerId }, 'memberFullName', {
        after: resumed?.payment ?? null,
        ...(pageSize !== undefined && { pageSize }),
      });
      for await (const { rows, cursor: payment } of pages)
        yield { rows, cursor: encodePosition({ page, partnerId, payment }) };
    }
    page = nextPage;
  } while (page !== null);
  if (from) throw invalidCursor();
}

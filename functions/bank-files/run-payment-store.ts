import * as z from 'zod';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import type { Page } from '../../shared/page.ts';
import { returned, type Payment, type PaymentStatus } from '../../shared/payments/payment.ts';
import { allPartners, pagesOfPartners } from '../partners/store.ts';
import {
  countOfMemberPayments,
  countOfPayments,
  pagesOfPayments,
} from '../payments/lists/payment-list-store.ts';
import { loadPending } from '../payments/lists/total-store.ts';
import { paymentsList, statusColumns } from '../payments/store.ts';
import { sortText } from '../table/entity.ts';
import { paymentListName } from '../table/keys.ts';
import { pageOfList, type List } from '../table/list.ts';

/** Position after a page of a run's payments: the partner where lists are per partner, and the page cursor. */
export const runPosition = z.object({ partnerId: z.string().nullable(), after: z.string().nullable() });
export type RunPosition = z.output<typeof runPosition>;

const maxOfPage = 1000;

async function* pagesOfRun(
  filter: RunFilter,
  from: RunPosition | null,
  pageSize: number,
): AsyncGenerator<{ rows: Payment[]; position: RunPosition }> {
  const isEveryMember = filter.flow === 'member' && filter.partnerId === 'all';
  const column = filter.flow === 'facility' ? 'partnerNumber' : undefined;
  for (const partnerId of isEveryMember ? await partnerIds() : [null]) {
    const before = from?.partnerId ?? '';
    if (partnerId !== null && partnerId < before) continue;
    const isThere = from !== null && (partnerId === null || partnerId === before);
    if (isThere && from.after === null) continue;
    const after = isThere ? from.after : null;
    const of = partnerId === null ? filter : { ...filter, partnerId };
    for await (const { rows, cursor } of pagesOfPayments(filter.flow, of, { after, pageSize, column }))
      yield {
        rows: rows.filter((payment) => filter.partnerId === 'all' || payment.partnerId === filter.partnerId),
        position: { partnerId, after: cursor },
      };
  }
}

/** Returns partner IDs in a stable order, because a check takes minutes and must not skip partners. */
async function partnerIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of allPartners()) ids.push(id);
  return ids.toSorted((left, other) => (left < other ? -1 : 1));
}

/** Returns the payments of a filter; when there are more than `most`, somewhat more than that. */
export async function paymentsOf(filter: RunFilter, most: number): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const { rows } of pagesOfRun(filter, null, Math.min(maxOfPage, most + 1))) {
    payments.push(...rows);
    if (payments.length > most) break;
  }
  return payments;
}

/** Page limit per step; partners without payments count too. */
const maxPages = 300;

export async function sliceOfRun(
  filter: RunFilter,
  from: RunPosition | null,
  most: number,
): Promise<{ payments: Payment[]; next: RunPosition | null }> {
  const payments: Payment[] = [];
  let pages = 0;
  for await (const { rows, position } of pagesOfRun(filter, from, Math.min(maxOfPage, most))) {
    payments.push(...rows);
    pages += 1;
    if (payments.length >= most || pages >= maxPages) return { payments, next: position };
  }
  return { payments, next: null };
}

/** Returns the payment count for a progress bar. */
export const countOfRun = ({ flow, ...filter }: RunFilter): Promise<number> =>
  flow === 'member' ? countOfMemberPayments(filter) : countOfPayments(flow, filter);

/** A run of all partners' payments. */
export type RunOfAll = RunFilter & { partnerId: 'all' };

/** The Pending amount of members' payments in cents, and the partners with payments that can be open. */
interface PendingOfMembers {
  amount: number;
  partnerIds: string[];
}

/**
 * Loads the Pending amounts of runs of member payments, in order. Reads one counter per run and partner, half a read unit
 * each; test partners are not included. `namesAll` names all partners, also those without Pending payments.
 */
export async function pendingOfMembers(
  runs: readonly { filter: RunOfAll; namesAll: boolean }[],
): Promise<PendingOfMembers[]> {
  const all = runs.map((): PendingOfMembers => ({ amount: 0, partnerIds: [] }));
  if (runs.length === 0) return all;
  for await (const page of pagesOfPartners()) {
    const partners = page.filter(({ isTest }) => !isTest);
    const amounts = await loadPending(
      runs.flatMap(({ filter }) =>
        partners.map(({ id: partnerId }) => paymentListName('member', { ...filter, partnerId })),
      ),
    );
    for (const [index, run] of runs.entries())
      for (const [position, { id }] of partners.entries()) {
        const amount = amounts[index * partners.length + position] ?? 0;
        const sum = all[index];
        if (!sum) continue;
        sum.amount += amount;
        if (amount !== 0 || run.namesAll) sum.partnerIds.push(id);
      }
  }
  return all;
}

/** Partners with member payments of a run that are read, and those that are read at once. */
const maxPartners = 100;
const partnersAtOnce = 25;

/**
 * Returns the payments of a run with one of some statuses; undefined for more than `most` payments, or for member
 * payments of more than 100 partners. `partnerIds` are the partners of member payments.
 */
export async function paymentsInStatus(
  filter: RunOfAll,
  statuses: readonly PaymentStatus[],
  most: number,
  partnerIds: readonly string[],
): Promise<Payment[] | undefined> {
  const { flow } = filter;
  if (partnerIds.length > maxPartners) return undefined;
  const lists: List<Payment>[] =
    flow === 'member'
      ? partnerIds.map((partnerId) => paymentsList(flow, { ...filter, partnerId }))
      : [paymentsList(flow, filter)];
  const payments: Payment[] = [];
  for (let start = 0; start < lists.length; start += partnersAtOnce) {
    const pages = await Promise.all(
      lists
        .slice(start, start + partnersAtOnce)
        .flatMap((list) => statuses.map((status) => pageInStatus(list, flow, status, most + 1))),
    );
    payments.push(...pages.flatMap(({ items }) => items));
    if (payments.length > most || pages.some(({ nextCursor }) => nextCursor !== null)) return undefined;
  }
  return payments;
}

const pageInStatus = (
  list: List<Payment>,
  flow: RunFilter['flow'],
  status: PaymentStatus,
  pageSize: number,
): Promise<Page<Payment>> =>
  pageOfList(list, { sortBy: statusColumns[flow], beginsWith: sortText(status, ''), pageSize });

/** Returns true if a payment of a run is Returned, from one query per list; test payments do not count. */
export async function hasReturned(filter: RunOfAll): Promise<boolean> {
  const { flow } = filter;
  if (flow !== 'member') return isReturnedIn(paymentsList(flow, filter), flow);
  for await (const page of pagesOfPartners()) {
    const ids = page.filter(({ isTest }) => !isTest).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += partnersAtOnce) {
      const parts = await Promise.all(
        ids
          .slice(start, start + partnersAtOnce)
          .map((partnerId) => isReturnedIn(paymentsList(flow, { ...filter, partnerId }), flow)),
      );
      if (parts.includes(true)) return true;
    }
  }
  return false;
}

async function isReturnedIn(list: List<Payment>, flow: RunFilter['flow']): Promise<boolean> {
  const { items } = await pageInStatus(list, flow, returned, 20);
  return items.some(({ isTest, amountToBeSent }) => !isTest && amountToBeSent !== 0);
}

import * as z from 'zod';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { allPartners } from '../partners/store.ts';
import {
  facilityPaymentPages,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
} from '../payments/lists/payment-list-store.ts';
import { countOf, pagesOfList } from '../table/list.ts';

/** Behind a page of a run's payments: whose list it is of where partners have their own, and the page's cursor. */
export const runPlace = z.object({ partnerId: z.string().nullable(), after: z.string().nullable() });
export type RunPlace = z.output<typeof runPlace>;

type Pages = AsyncIterable<{ rows: Payment[]; cursor: string | null }>;
interface Reading {
  after?: string;
  pageSize: number;
}
const mostOfPage = 1000;

/**
 * Where the payments of each kind are listed. Partner payments are one or two a partner, so all are walked; a partner's
 * facility payments are read by themselves; members' payments have a list per partner.
 */
const listed: Record<RunFilter['flow'], (filter: RunFilter, reading: Reading) => Pages> = {
  partner: (filter, reading) => pagesOfList(partnerPaymentsList(filter), 'partnerNumber', reading),
  facility: (filter, reading) =>
    filter.partnerId === 'all'
      ? pagesOfList(facilityPaymentsList(filter), 'partnerNumber', reading)
      : facilityPaymentPages(
          facilityPaymentsList(filter),
          filter.partnerId,
          reading.after ?? null,
          reading.pageSize,
        ),
  member: (filter, reading) => pagesOfList(memberPaymentsList(filter), 'memberFullName', reading),
};

/** Every payment of a filter, a page at a time, from the first or behind a place. */
async function* pagesOfRun(
  filter: RunFilter,
  from: RunPlace | null,
  pageSize: number,
): AsyncGenerator<{ rows: Payment[]; place: RunPlace }> {
  const isEveryMember = filter.flow === 'member' && filter.partnerId === 'all';
  for (const partnerId of isEveryMember ? await partnerIds() : [null]) {
    const before = from?.partnerId ?? '';
    if (partnerId !== null && partnerId < before) continue;
    const isThere = from !== null && (partnerId === null || partnerId === before);
    if (isThere && from.after === null) continue;
    const after = isThere ? from.after : null;
    const of = partnerId === null ? filter : { ...filter, partnerId };
    for await (const { rows, cursor } of listed[filter.flow](of, {
      pageSize,
      ...(after !== null && { after }),
    }))
      yield {
        rows: rows.filter((payment) => filter.partnerId === 'all' || payment.partnerId === filter.partnerId),
        place: { partnerId, after: cursor },
      };
  }
}

/** In an order that no change of a partner touches, since a check goes on in it for minutes. */
async function partnerIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of allPartners()) ids.push(id);
  return ids.toSorted((one, other) => (one < other ? -1 : 1));
}

/** The payments of a filter: every one of them or, when there are more than `most`, somewhat more than that. */
export async function paymentsOf(filter: RunFilter, most: number): Promise<Payment[]> {
  const found: Payment[] = [];
  for await (const { rows } of pagesOfRun(filter, null, Math.min(mostOfPage, most + 1))) {
    found.push(...rows);
    if (found.length > most) break;
  }
  return found;
}

/** A partner without payments is read too: so many lists are enough for a step. */
const mostPages = 300;

/** The payments behind a place, at least `most` unless they end before; `next` is null when there are no more. */
export async function sliceOfRun(
  filter: RunFilter,
  from: RunPlace | null,
  most: number,
): Promise<{ payments: Payment[]; next: RunPlace | null }> {
  const payments: Payment[] = [];
  let pages = 0;
  for await (const { rows, place } of pagesOfRun(filter, from, Math.min(mostOfPage, most))) {
    payments.push(...rows);
    pages += 1;
    if (payments.length >= most || pages >= mostPages) return { payments, next: place };
  }
  return { payments, next: null };
}

/** The list that has the payments of a filter, by their kind. */
const listOfKind: Record<RunFilter['flow'], (filter: RunFilter) => { name: string }> = {
  partner: partnerPaymentsList,
  facility: facilityPaymentsList,
  member: memberPaymentsList,
};

/** How many payments the lists of a filter have, for a progress bar: of one partner's clubs it is all of the month's. */
export async function countOfRun(filter: RunFilter): Promise<number> {
  if (filter.flow !== 'member' || filter.partnerId !== 'all')
    return countOf(listOfKind[filter.flow](filter).name);
  let sum = 0;
  for (const partnerId of await partnerIds())
    sum += await countOf(listOfKind.member({ ...filter, partnerId }).name);
  return sum;
}

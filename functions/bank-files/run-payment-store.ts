import * as z from 'zod';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { allPartners } from '../partners/store.ts';
import {
  countOfMemberPayments,
  countOfPayments,
  pagesOfPayments,
} from '../payments/lists/payment-list-store.ts';

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

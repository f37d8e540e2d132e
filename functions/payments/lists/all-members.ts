import * as z from 'zod';
import type { MemberPayment } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { pageOfPartners, pagesOfPartners } from '../../partners/store.ts';
import { everyPayment, memberPaymentsList, type PaymentsOf } from './payment-list-store.ts';
import { addTotals, loadAllTotals, noTotals, type Totals } from './total-store.ts';

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

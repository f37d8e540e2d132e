import { canMovePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
import type { PaymentStatus, Payment, PaymentKind } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { everyMemberPayment, everyPayment, type PaymentsFilter } from '../lists/payment-list-store.ts';

/** Selects the payments of a decision. */
export interface Matching extends PaymentsFilter {
  kind: PaymentKind;
}

type Pages = AsyncIterable<{ rows: Payment[]; cursor: string | null }>;

/** Yields pages of matching payments in an order that is independent of the status. Decisions need a partner of members. */
export function matchingPages(filter: Matching, after: string | null, pageSize: number): Pages {
  if (filter.kind === 'member' && filter.partnerId === 'all')
    throw new Refusal('invalid', 'Please select a partner.', 'partnerId');
  return everyPayment(filter.kind, filter, { after, pageSize });
}

/** Returns true if the status of the payment allows the decision. */
export const canDecide = (payment: Payment, decision: Decision): boolean =>
  canMovePayment(payment, decisions[decision].event);

/** Returns a payment's part of the sum in cents: sums of several partners exclude test payments, as `totalSteps` does. */
const amountOf = ({ amountToBeSent, isTest }: Payment, { partnerId }: Matching): number =>
  isTest && partnerId === 'all' ? 0 : amountToBeSent;

/** The number of payments counted per call, about two seconds. The client follows the cursor and adds up the counts. */
export const countingLimits = { inCall: 5_000 };

const pageSize = (): number => Math.min(1000, countingLimits.inCall);

/** Yields pages after a cursor until the call's limit. The last page has the cursor of the next call. */
async function* countedPages(pages: Pages) {
  let read = 0;
  for await (const { rows, cursor } of pages) {
    read += rows.length;
    const isLast = cursor === null || read >= countingLimits.inCall;
    yield { rows, nextCursor: isLast ? cursor : null };
    if (isLast) return;
  }
}

/** Counts the payments that the decision would change, and their sum in cents, after a cursor. */
export async function countMatching(
  filter: Matching,
  decision: Decision,
  after: string | null,
): Promise<{ count: number; amount: number; nextCursor: string | null }> {
  let [count, amount]: [number, number] = [0, 0];
  let nextCursor: string | null = null;
  for await (const page of countedPages(matchingPages(filter, after, pageSize()))) {
    nextCursor = page.nextCursor;
    for (const payment of page.rows)
      if (canDecide(payment, decision)) {
        count += 1;
        amount += amountOf(payment, filter);
      }
  }
  return { count, amount, nextCursor };
}

/** Counts payments by status, and their sums in cents, after a cursor; decisions need a partner for members. */
export async function sumsByStatus(filter: Matching, after: string | null) {
  const sums = new Map<PaymentStatus, { status: PaymentStatus; count: number; amount: number }>();
  let nextCursor: string | null = null;
  const reading = { after, pageSize: pageSize() };
  const pages =
    filter.kind === 'member'
      ? everyMemberPayment(filter, reading)
      : everyPayment(filter.kind, filter, reading);
  for await (const page of countedPages(pages)) {
    nextCursor = page.nextCursor;
    for (const payment of page.rows) {
      const { status } = payment;
      const { count = 0, amount = 0 } = sums.get(status) ?? {};
      sums.set(status, { status, count: count + 1, amount: amount + amountOf(payment, filter) });
    }
  }
  return { sums: [...sums.values()].toSorted((left, other) => left.status - other.status), nextCursor };
}

/** Returns the refusal for a changed number of matching payments. `isAll` is false if there are more. */
export const countedOtherwise = (count: number, isAll = true): string =>
  `Nothing was changed: there are ${isAll ? count : `more than ${count}`} such payments now. Check the number, then try again.`;

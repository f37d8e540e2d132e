import { canMovePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
import type { PaymentStatus } from '../../../shared/payments/payment-status.ts';
import type { Payment, PaymentKind } from '../../../shared/payments/payment.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import {
  everyPayment,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
} from '../lists/payment-list-store.ts';

/** Which payments a decision is about. */
export interface Matching {
  kind: PaymentKind;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

type Pages = AsyncIterable<{ rows: Payment[]; cursor: string | null }>;

/** The payments of a filter, a page at a time, in an order that a change of status leaves as it is. */
export function matchingPages(filter: Matching, after: string | null, pageSize: number): Pages {
  const { kind, partnerId } = filter;
  if (kind === 'partner')
    return everyPayment(partnerPaymentsList(filter), filter, 'partnerNumber', { after, pageSize });
  if (kind === 'facility')
    return everyPayment(facilityPaymentsList(filter), filter, 'facilityNumber', { after, pageSize });
  if (partnerId === 'all') throw new Refusal('invalid', 'Please select a partner.', 'partnerId');
  return everyPayment(memberPaymentsList({ ...filter, partnerId }), filter, 'memberFullName', {
    after,
    pageSize,
  });
}

/** True when the payment belongs to the filter and the decision is allowed for it now. */
export const canDecide = (payment: Payment, filter: Matching, decision: Decision): boolean =>
  isOf(payment, filter) && canMovePayment(payment, decisions[decision].event);

const isOf = (payment: Payment, { partnerId }: Matching): boolean =>
  partnerId === 'all' || payment.partnerId === partnerId;

/** How many payments one call counts: a second or two. Who has more follows the cursor, and adds up. */
export const countingLimits = { inCall: 5_000 };

/** Pages of a filter behind a cursor until a call has read enough; the last says where the next call goes on. */
async function* countedPages(filter: Matching, after: string | null) {
  let read = 0;
  for await (const { rows, cursor } of matchingPages(filter, after, Math.min(1000, countingLimits.inCall))) {
    read += rows.length;
    const isLast = cursor === null || read >= countingLimits.inCall;
    yield { rows: rows.filter((one) => isOf(one, filter)), nextCursor: isLast ? cursor : null };
    if (isLast) return;
  }
}

/** How many payments the decision would change, and what they come to in cents, from a cursor on. */
export async function countMatching(
  filter: Matching,
  decision: Decision,
  after: string | null,
): Promise<{ count: number; amount: number; nextCursor: string | null }> {
  let [count, amount]: [number, number] = [0, 0];
  let nextCursor: string | null = null;
  for await (const page of countedPages(filter, after)) {
    nextCursor = page.nextCursor;
    for (const one of page.rows)
      if (canDecide(one, filter, decision)) {
        count += 1;
        amount += one.amountToBeSent;
      }
  }
  return { count, amount, nextCursor };
}

/** How many payments have each status, and what they come to in cents, from a cursor on. */
export async function sumsByStatus(filter: Matching, after: string | null) {
  const sums = new Map<PaymentStatus, { status: PaymentStatus; count: number; amount: number }>();
  let nextCursor: string | null = null;
  for await (const page of countedPages(filter, after)) {
    nextCursor = page.nextCursor;
    for (const { status, amountToBeSent } of page.rows) {
      const { count = 0, amount = 0 } = sums.get(status) ?? {};
      sums.set(status, { status, count: count + 1, amount: amount + amountToBeSent });
    }
  }
  return { sums: [...sums.values()].toSorted((one, other) => one.status - other.status), nextCursor };
}

/** Says that nothing was changed because others match now than were named; `isAll` is false where there are more. */
export const countedOtherwise = (count: number, isAll = true): string =>
  `Nothing was changed: there are ${isAll ? count : `more than ${count}`} such payments now. Check the number, then try again.`;

import { canMovePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
import type { Payment, PaymentKind } from '../../../shared/payments/payment.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import {
  everyPayment,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
} from '../lists/payment-lists.ts';

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
export const canDecide = (payment: Payment, { partnerId }: Matching, decision: Decision): boolean =>
  (partnerId === 'all' || payment.partnerId === partnerId) &&
  canMovePayment(payment, decisions[decision].event);

/** How many payments the decision would change, and what they come to in cents. */
export async function countMatching(
  filter: Matching,
  decision: Decision,
): Promise<{ count: number; amount: number }> {
  let [count, amount] = [0, 0];
  for await (const { rows } of matchingPages(filter, null, 1000))
    for (const one of rows)
      if (canDecide(one, filter, decision)) {
        count += 1;
        amount += one.amountToBeSent;
      }
  return { count, amount };
}

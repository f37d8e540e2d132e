import { showMoney } from '../../../shared/money.ts';
import { duesPaidBackId } from '../../../shared/payments/dues-paid-back.ts';
import {
  isReserved,
  isOfKind,
  type MemberPayment,
  type Payment,
  canceled,
  memberDues,
} from '../../../shared/payments/payment.ts';
import { isRefundCommitted } from '../../../shared/payments/refund.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { decisionChanges } from '../../payments/statuses/decide.ts';
import { paymentAbsent, paymentUnchanged } from '../../payments/store.ts';
import type { Change } from '../../table/write.ts';

export interface RefundEffect {
  changes: Change[];
  message: string;
  isCase: boolean;
}

/**
 * Cancels the refund of returned dues; one that was paid or is in a bank file becomes a case. The writes fail when the
 * refund changes concurrently.
 */
export function refundOfReturned(
  dues: Payment,
  refund: MemberPayment | undefined,
  { why, who, now }: { why: string; who: string; now: Date },
): RefundEffect {
  const nothing = { message: '', isCase: false };
  if (!isOfKind(dues, 'member') || dues.paymentTypeId !== memberDues) return { changes: [], ...nothing };
  if (!refund) return { changes: [paymentAbsent(duesPaidBackId(dues), createdNow)], ...nothing };
  if (refund.status === canceled) return { changes: [paymentUnchanged(refund)], ...nothing };
  if (!isRefundCommitted(refund))
    return {
      changes: decisionChanges(refund, { decision: 'cancel', reason: why, who }, now),
      message: 'The refund of these dues was canceled.',
      isCase: false,
    };
  const amount = `The refund of these dues, ${showMoney(refund.amountToBeSent)},`;
  return {
    changes: [paymentUnchanged(refund)],
    message: isReserved(refund)
      ? `${amount} is in a bank file. If that file is sent, recover the refund from the member or reverse it.`
      : `${amount} was paid, although the dues came back. Recover it from the member or reverse it.`,
    isCase: true,
  };
}

const createdNow = new Refusal('conflict', 'A refund of these dues was created just now. Try again.');

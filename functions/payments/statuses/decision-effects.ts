import { firstDuesReason } from '../../../shared/bank-files/exclusion.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { isDuesPaidBack } from '../../../shared/payments/dues-paid-back.ts';
import { canceled, memberDues, returned } from '../../../shared/payments/payment-status.ts';
import { isOfKind, type MemberPayment, type Payment } from '../../../shared/payments/payment.ts';
import { refundWait, unpaidMonthReason } from '../../../shared/payments/refund.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { refundsNow, repaidNow, unpaidMonthsNow } from '../../bank-files/refund-store.ts';
import { duesSentChanges } from '../../members/first-dues.ts';
import { findMember, unchangedMember } from '../../members/store.ts';
import type { Change } from '../../table/write.ts';
import { paymentsAdded, refundAtSending } from '../generation/dues-of-member.ts';
import { paymentUnchanged } from '../store.ts';
import { loadUnpaidByLeaver, unpaidCanceled } from '../unpaid-leaver-store.ts';
import { decisionChanges, type Decided } from './decide.ts';

/**
 * Returns the writes of a decision and of its effects on the member and on the counterpart of a refund. Dues marked as
 * Sent Externally count as sent: first dues activate the member, and dues of a month without a day of membership are
 * refunded. Throws a conflict if a refund is marked before its dues settled, and if a payment waits for dues.
 */
export async function decisionWithEffects(before: Payment, decided: Decided, now: Date): Promise<Change[]> {
  const changes = decisionChanges(before, decided, now);
  if (decided.decision === 'cancel') return [...changes, ...(await canceledByHand(before, decided, now))];
  if (decided.decision !== 'markSentExternally' || !isOfKind(before, 'member')) return changes;
  if (isDuesPaidBack(before)) return [...changes, await settledDuesCheck(before)];
  const member = await findMember(before.memberId);
  if (!member) return changes;
  const isDues = before.paymentTypeId === memberDues;
  const unpaid = await unpaidMonthsNow([before], new Map([[member.id, member]]));
  const error = firstDuesReason(before, member) ?? (unpaid.has(before.id) ? unpaidMonthReason : undefined);
  // dues that a former member paid anyway are refunded
  if (error && !(isDues && member.invitationStatus === deleted))
    throw new Refusal('conflict', `${error} Nothing was changed.`);
  return [
    ...changes,
    ...(isDues ? await duesPaidByHand(before, member, decided, now) : [unchangedMember(member)]),
  ];
}

/** Returned dues of a former member that are canceled are not collected again. */
async function canceledByHand(before: Payment, { who }: Decided, now: Date): Promise<Change[]> {
  if (before.status !== returned || !isOfKind(before, 'member')) return [];
  return unpaidCanceled(await loadUnpaidByLeaver(before, await findMember(before.memberId), now), {
    who,
    now,
  });
}

async function settledDuesCheck(refund: MemberPayment): Promise<Change> {
  const repaid = (await repaidNow([refund])).get(refund.id) ?? { payment: undefined, isReversing: false };
  const error = refundWait(repaid);
  if (error || !repaid.payment) throw new Refusal('conflict', `${error} Nothing was changed.`);
  return paymentUnchanged(repaid.payment);
}

async function duesPaidByHand(
  dues: MemberPayment,
  member: Member,
  { who }: Decided,
  now: Date,
): Promise<Change[]> {
  const refund = refundAtSending(dues, member, true, now);
  const existing = (await refundsNow([dues])).get(dues.id);
  if (refund && existing?.status === canceled)
    throw new Refusal(
      'conflict',
      'No dues are owed for this month, and their refund was canceled. Nothing was changed. Cancel these dues instead.',
    );
  return [
    ...(refund && !existing ? paymentsAdded([refund]) : []),
    ...duesSentChanges(dues, member, refund !== undefined, { who, now }),
  ];
}

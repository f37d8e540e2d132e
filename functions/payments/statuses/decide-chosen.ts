import { firstDuesReason } from '../../../shared/bank-files/exclusion.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { isDuesPaidBack } from '../../../shared/payments/dues-paid-back.ts';
import {
  canceled,
  memberDues,
  isOfKind,
  type MemberPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { areDuesUncollected, refundWait, unpaidMonthReason } from '../../../shared/payments/refund.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { refundsNow, repaidNow, unpaidMonthsNow } from '../../bank-files/refund-store.ts';
import { duesSentChanges } from '../../members/status-change.ts';
import { findMember, unchangedMember } from '../../members/store.ts';
import type { Change } from '../../table/write.ts';
import { paymentsAdded, refundAtSending } from '../generation/dues-of-member.ts';
import { paymentUnchanged, loadPayments, paymentConflict } from '../store.ts';
import { loadOwedToLeaver, loadUnpaidByLeaver, unpaidSettled } from './unpaid-leaver-store.ts';
import { decisionChanges, type Decided } from './decide.ts';
import { decisions } from '../../../shared/payments/status-form.ts';
import { transact } from '../../table/transact.ts';

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

/** Dues of a former member that are canceled are not collected. */
async function canceledByHand(before: Payment, { who }: Decided, now: Date): Promise<Change[]> {
  if (!areDuesUncollected(before) || !isOfKind(before, 'member')) return [];
  return unpaidSettled(await loadUnpaidByLeaver(before, await findMember(before.memberId), now), {
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
    ...(refund ? [] : unpaidSettled(await loadOwedToLeaver(dues, member, now), { who, now })),
    ...duesSentChanges(dues, member, refund !== undefined, { who, now }),
  ];
}

const concurrency = 10;

interface Chosen {
  paymentId: string;
  version: number;
}

/** Applies a decision to the selected payments, each in its own transaction. Reports why others are unchanged. */
export async function decideChosen(chosen: readonly Chosen[], decided: Decided, now: Date) {
  const payments = new Map(
    (await loadPayments(chosen.map(({ paymentId }) => paymentId))).map((payment) => [payment.id, payment]),
  );
  const refused: { paymentId: string; message: string }[] = [];
  const decidePayment = async ({ paymentId, version }: Chosen) => {
    try {
      const before = payments.get(paymentId);
      if (!before) throw new Refusal('not-found', 'Payment not found.');
      if (before.version !== version) throw paymentConflict();
      await transact(...(await decisionWithEffects(before, decided, now)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ paymentId, message: error.message });
    }
  };
  for (let start = 0; start < chosen.length; start += concurrency)
    await Promise.all(chosen.slice(start, start + concurrency).map(decidePayment));
  const changed = chosen.length - refused.length;
  const message = `${changed} ${changed === 1 ? 'payment is' : 'payments are'} ${decisions[decided.decision].done}.`;
  return {
    success: changed > 0,
    message: refused[0] ? `${message} ${refused[0].message}` : message,
    changed,
    refused,
  };
}

import { ownerToken } from '../../../shared/bank-accounts/former-account.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { paymentChange } from '../store.ts';

/** A manual decision with its reason. */
export interface Decided {
  decision: Decision;
  reason: string;
  who: string;
}

/**
 * Returns the writes of a decision with its audit event. Refuses payments in a status that does not allow it.
 */
export const decisionChanges = (before: Payment, { decision, reason, who }: Decided, now: Date): Change[] =>
  moveChanges(before, movePayment(before, decisions[decision].event, { at: now.toISOString() }), {
    reason,
    who,
    now,
  });

/** Returns the writes that set canceled dues to Pending again, with their event. */
export function collectedAgain(before: Payment, who: string, now: Date): Change[] {
  const after = movePayment(before, 'collectAgain', { at: now.toISOString() });
  // not from an account that was replaced since
  const payeeToken = after.payeeToken === null ? null : ownerToken(after.payeeToken);
  return moveChanges(before, { ...after, payeeToken }, { reason: 'To be collected again.', who, now });
}

const moveChanges = (
  before: Payment,
  after: Payment,
  { reason, who, now }: { reason: string; who: string; now: Date },
): Change[] => [
  ...paymentChange(before, after),
  auditWrite(
    {
      name: 'payment status changed',
      subject: `payment ${before.id}`,
      who,
      before: { status: before.status },
      after: { status: after.status, reason },
    },
    now,
  ),
];

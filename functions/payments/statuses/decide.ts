import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { paymentChange } from '../store.ts';

/** What a person decided, and why. */
export interface Decided {
  decision: Decision;
  reason: string;
  who: string;
}

/** The writes that carry a decision out, with its event. Refuses what the payment's status does not allow. */
export const decisionChanges = (before: Payment, { decision, reason, who }: Decided, now: Date): Change[] =>
  moveChanges(before, movePayment(before, decisions[decision].event, { at: now.toISOString() }), {
    reason,
    who,
    now,
  });

/** The writes that make canceled dues Pending again, with their event. */
export const collectedAgain = (before: Payment, who: string, now: Date): Change[] =>
  moveChanges(before, movePayment(before, 'collectAgain', { at: now.toISOString() }), {
    reason: 'To be collected again.',
    who,
    now,
  });

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

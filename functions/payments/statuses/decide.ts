import { ownerToken } from '../../../shared/bank-accounts/bank-account.ts';
import { isDuesPaidBack } from '../../../shared/payments/dues-paid-back.ts';
import {
  canceled,
  memberReimbursements,
  pending,
  sentExternally,
  type MemberPayment,
  type PaidAgain,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { paidAgainBy } from '../../../shared/payments/pay-again.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { decisions, type Decision } from '../../../shared/payments/status-form.ts';
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

/**
 * Returns the writes that cancel a payment for a reason; a paycheck reimbursement also after it was generated as paid.
 * `current` differs from the stored payment if it is released from a bank file. Canceled reimbursements can be restored.
 */
export const cancellation = (
  before: Payment,
  by: { reason: string; who: string; now: Date },
  current = before,
): Change[] => {
  const at = by.now.toISOString();
  const after: Payment =
    current.status === sentExternally
      ? { ...current, status: canceled, statusAt: at }
      : movePayment(current, 'cancel', { at });
  const isReimbursement = before.paymentTypeId === memberReimbursements && !isDuesPaidBack(before);
  return moveChanges(before, { ...after, ...(isReimbursement && { isUnpaidMonth: true }) }, by);
};

/** Returns a reimbursement without enough visits, as a generation creates it. */
export const notEarned = (payment: MemberPayment, what: string, now: Date): MemberPayment => ({
  ...payment,
  totalPayment: 0,
  amountToBeSent: 0,
  status: canceled,
  statusAt: now.toISOString(),
  reason: { ...payment.reason, steps: [{ what, amount: 0 }] },
});

/**
 * Returns the writes of a canceled payment that is made after all. A paycheck reimbursement is paid by the employer.
 * `current` differs from the stored payment if only a part is made.
 */
export const restoration = (
  before: Payment,
  by: { reason: string; who: string; now: Date },
  status: Payment['status'] = pending,
  current = before,
): Change[] => {
  const canceledNow = { ...current, status: before.status };
  const after = toCurrentAccount(movePayment(canceledNow, 'restore', { at: by.now.toISOString() }));
  return moveChanges(before, { ...after, status }, by);
};

/** Returns the writes of canceled dues that one administrator collects again. */
export const collectedAgain = (before: Payment, who: string, now: Date): Change[] =>
  paidAgainChanges(
    before,
    paidAgainBy(before, {
      at: now.toISOString(),
      reason: 'To be collected again.',
      requestedBy: who,
      approvedBy: who,
    }),
    now,
  );

/** Returns the writes of a payment that is paid again, with its event. */
export const paidAgainChanges = (before: Payment, again: PaidAgain, now: Date): Change[] =>
  moveChanges(before, toCurrentAccount(movePayment(before, 'payAgain', { at: again.at, again })), {
    reason: again.reason,
    who: again.approvedBy,
    now,
    details: { replaces: again.replaces, requestedBy: again.requestedBy },
  });

/**
 * Returns the payment for the owner's current account, not for one that was replaced since. A refund goes to the account
 * that was debited, unless the bank returned it.
 */
const toCurrentAccount = (payment: Payment): Payment =>
  payment.payeeToken === null || (isDuesPaidBack(payment) && !payment.attempts.at(-1)?.returned)
    ? payment
    : { ...payment, payeeToken: ownerToken(payment.payeeToken) };

const moveChanges = (
  before: Payment,
  after: Payment,
  { reason, who, now, details }: { reason: string; who: string; now: Date; details?: object },
): Change[] => [
  ...paymentChange(before, after),
  auditWrite(
    {
      name: 'payment status changed',
      subject: `payment ${before.id}`,
      who,
      before: { status: before.status },
      after: { status: after.status, reason, ...details },
    },
    now,
  ),
];

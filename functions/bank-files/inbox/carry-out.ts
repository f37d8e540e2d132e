import {
  endsAuthorization,
  isDebit,
  mayBeDebited,
  type DebitedAccount,
} from '../../../shared/bank-files/debit-authorization.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox-file.ts';
import { returnEffect, willRetry } from '../../../shared/bank-files/return-effect.ts';
import type { ReturnedEntry, SentEntry } from '../../../shared/bank-files/sent-entry.ts';
import { addBankingDays, dateInChicago } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { canMovePayment, movePayment } from '../../../shared/payments/payment-moves.ts';
import {
  canceled,
  memberDues,
  paymentStatusName,
  type MemberPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { preventsCollection } from '../../../shared/payments/dues-paid-back.ts';
import type { Member } from '../../../shared/members/member.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import { stopBankingDays } from '../../../shared/payments/withdrawal-notice.ts';
import { decisionChanges, restoration } from '../../payments/statuses/decide.ts';
import { paymentsAdded, refundAtSending } from '../../payments/generation/dues-of-member.ts';
import { paymentChange, paymentReplaced } from '../../payments/store.ts';
import { unpaidSettled } from '../../payments/statuses/unpaid-leaver-store.ts';
import { log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { cameBack } from '../treasury/gauge-store.ts';
import { refundOfReturned } from './refund-of-return.ts';
import { sentEntryChange } from '../sent-entry-store.ts';
import {
  correctableCode,
  excludesNotice,
  returnCode,
} from '../../../shared/bank-files/nacha/return-codes.ts';
import {
  type CarriedOut,
  type Decider,
  endedByReturn,
  isInvalidAccount,
  type Returned,
  type ReturnedPayment,
  withDuesCollected,
  withReturn,
} from './ended-by-return.ts';

/** Applies a return in one transaction with the entry. A return that its payment cannot accept stays quarantined. */
export function carryOutReturn(entry: InboxEntry, match: ReturnedPayment, decider: Decider): CarriedOut {
  const { sent, payment } = match;
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const error = whyNot(match);
  if (error && payment && sent.reversedBy) return returnedAfterReversal(entry, payment, match, decider);
  if (error || !payment) return { entry: { ...entry, reason: error ?? '' }, changes: [] };
  const { now } = decider;
  const back = movePayment(payment, 'returnPayment', { at: now.toISOString(), code: entry.code });
  // dues that come back after the account was replaced are collected from the present one
  const after = isDebit(payment) ? { ...back, payeeToken: sent.payeeToken } : back;
  const isOwed = isStillOwed(match);
  const isDebitAllowed = mayBeCollected(payment, match.account, now);
  const effect = returnEffect(entry.code, after.attempts, match.isSameAccount, dateInChicago(now), {
    isOwed,
    isDebitAllowed,
    isOfMember: payment.kind === 'member',
    isQuestionable: entry.isQuestionable === true,
  });
  const why = `The bank returned the dues (${entry.code}), so there is nothing to pay back.`;
  const refund = refundOfReturned(payment, match.refund, { why, ...decider });
  if (effect.isOurError)
    log('error', 'return because of our own file', { code: entry.code, bankFileId: sent.bankFileId });
  // Members are notified of returned dues even when they are retried.
  const isTried = payment.kind === 'member' && isOwed && willRetry(entry.code, after, dateInChicago(now));
  const notice = isTried ? 'to send' : noticeOf(entry, payment, effect.invalidatesAccount);
  const { deadline } = effect;
  const status = refund.isCase ? 'case' : effect.status;
  const reason = [effect.reason, refund.message].filter(Boolean).join(' ');
  return {
    entry: { ...entry, status, reason, deadline, notice },
    changes: [
      ...paymentChange(payment, after),
      returnMeasured(entry, payment, after, sent, decider),
      ...sentEntryChange(sent, {
        ...sent,
        returnedBy: { inboxFileId: entry.inboxFileId, position: entry.position, code: entry.code },
      }),
      ...cameBack(payment, returnedOf(entry, sent, payment.id, now), now),
      ...refund.changes,
      // a retry can still pay the dues of the month
      ...(isTried && isDebitAllowed ? [] : unpaidSettled(match.unpaid, decider)),
      ...endedByReturn(match, entry, { isInvalid: effect.invalidatesAccount, dues: 'returned' }, decider),
    ],
  };
}

/** Returns the event of a returned payment with the metric of returned money. */
const returnMeasured = (
  { amount, code }: InboxEntry,
  before: Payment,
  after: Payment,
  { trace }: SentEntry,
  { who, now }: Decider,
): Change =>
  measured(
    auditWrite(
      {
        name: 'payment status changed',
        subject: `payment ${before.id}`,
        who,
        before: { status: before.status },
        after: { status: after.status, code, trace },
      },
      now,
    ),
    { MoneyReturned: amount / 100 },
  );

/**
 * Opens a case for a debit that was reversed and also returned: the payee has the money twice, unless our bank dishonors
 * the return (R62) in time. The payment keeps its status: it is Canceled, or is paid again since then.
 */
function returnedAfterReversal(
  entry: InboxEntry,
  payment: Payment,
  match: ReturnedPayment,
  decider: Decider,
): CarriedOut {
  const { sent } = match;
  const { now } = decider;
  const { inboxFileId, position, code } = entry;
  const amount = showMoney(entry.amount);
  const isInvalid = isInvalidAccount(match, entry);
  const at = now.toISOString();
  const attempts = payment.attempts.map((attempt) =>
    attempt.trace === sent.trace ? { ...attempt, returned: { at, code } } : attempt,
  );
  return {
    entry: {
      ...entry,
      status: 'case',
      notice: noticeOf(entry, payment, isInvalid),
      reason: `${returnCode(code).meaning}. This payment of ${amount} was reversed before it was returned, so the payee has ${amount} twice. Ask the bank to dishonor the return (R62) by the deadline, or recover ${amount} from the payee.`,
      deadline: addBankingDays(dateInChicago(now), dishonorDays),
    },
    changes: [
      ...paymentChange(payment, { ...payment, attempts }),
      ...sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } }),
      ...cameBack(payment, returnedOf(entry, sent, payment.id, now), now),
      ...endedByReturn(match, entry, { isInvalid }, decider),
      auditWrite(
        {
          name: 'payment status changed',
          subject: `payment ${payment.id}`,
          who: decider.who,
          before: { status: payment.status },
          after: { status: payment.status, code, trace: sent.trace, reversedBy: sent.reversedBy?.trace },
        },
        now,
      ),
    ],
  };
}

/** Banking days in which a return of a reversed entry can be dishonored (Nacha Operating Rules 2.12.5, R62). */
const dishonorDays = 5;

/** Notifies the payee of an unusable account and of an ended authorization, but not after a death or suspected fraud. */
const noticeOf = (
  { code, isQuestionable }: Returned,
  payment: Payment,
  isInvalid: boolean,
): InboxEntry['notice'] => {
  const isUnauthorized = endsAuthorization(code) && code !== correctableCode && isDebit(payment);
  return isUnauthorized || (isInvalid && !excludesNotice(code) && !isQuestionable) ? 'to send' : 'none';
};

/**
 * Applies a returned reversal: the money was not taken back, so the reversed attempt stands, also instead of a second one
 * that was not sent. Dues that stand are collected. An administrator agrees with the payee on what to do.
 */
export function carryOutReversal(entry: InboxEntry, match: ReturnedPayment, decider: Decider): CarriedOut {
  const { sent, payment, refund, reversed, member } = match;
  const { who, now } = decider;
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const { inboxFileId, position, code } = entry;
  const standing = standingPayment(match);
  const unpaidRefund = standing && refundToRestore(standing, match);
  const unpaid =
    refund?.status === canceled && !unpaidRefund
      ? ' The refund of these dues was canceled with the reversal. Pay it again if the dues are not owed.'
      : '';
  const again = payment?.paidAgain ? payment : undefined;
  const isStopped = again !== undefined && canMovePayment(again, 'cancel');
  const repeated = isStopped
    ? ' The payment was to be paid again and is canceled.'
    : again && again.status !== canceled
      ? ' The payment was paid again or is in a bank file. Reverse the second payment.'
      : '';
  const why = 'The reversal came back, so the first payment remains.';
  const newRefund =
    standing && member && !refund
      ? refundAtSending(standing, withDuesCollected(standing, member), true, now)
      : undefined;
  const areDuesRetained =
    standing?.paymentTypeId === memberDues && !newRefund && !unpaidRefund && !isRefunding(match, standing);
  const made = match.unpaid.filter(({ restored = canceled }) => areDuesRetained && restored !== canceled);
  const areDues = ({ payment: { paymentTypeId } }: { payment: Payment }) => paymentTypeId === memberDues;
  const leaver = `${made.some(areDues) ? ' Dues of other months are owed again and are withdrawn.' : ''}${made.every(areDues) ? '' : ' Reimbursements that ended without these dues are paid.'}`;
  return {
    entry: {
      ...entry,
      status: 'case',
      reason: `${returnCode(code).meaning}. The reversal came back, so the payment was not taken back${standing ? ' and is completed' : ''}. Agree with the payee on what to do.${unpaid}${repeated}${leaver}`,
    },
    changes: [
      ...sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } }),
      ...(standing && reversed ? standingChanges(standing, reversed, { why, ...decider }) : []),
      ...(newRefund ? paymentsAdded([newRefund]) : []),
      ...(unpaidRefund ? restoration(unpaidRefund, { reason: why, ...decider }) : []),
      ...(areDuesRetained ? unpaidSettled(match.unpaid, decider) : []),
      ...(isStopped && !standing
        ? decisionChanges(again, { decision: 'cancel', reason: why, who }, now)
        : []),
      ...endedByReturn(
        match,
        entry,
        { isInvalid: isInvalidAccount(match, entry), dues: areDuesRetained ? 'collected' : undefined },
        decider,
      ),
    ],
  };
}

/** Returns the payment if its reversed attempt stands: the reversal came back, and no other attempt was sent. */
function standingPayment({ payment, reversed }: ReturnedPayment): Payment | undefined {
  if (!payment || !reversed || payment.attempts.at(-1)?.returned) return undefined;
  return payment.status === canceled || canMovePayment(payment, 'cancel') ? payment : undefined;
}

/** Returns the refund that was canceled with the reversal of dues that are not owed. */
function refundToRestore(
  standing: Payment,
  { payment, refund, member }: ReturnedPayment,
): MemberPayment | undefined {
  const isCanceledWithDues =
    refund?.status === canceled &&
    refund.attempts.length === 0 &&
    (refund.statusAt === payment?.statusAt || !preventsCollection(refund));
  return isCanceledWithDues && !isOwedStanding(member, standing) ? refund : undefined;
}

/** Returns true for dues with a refund that is to be paid, and for ones that are not owed. */
const isRefunding = ({ refund, member }: ReturnedPayment, standing: Payment): boolean =>
  refund !== undefined && (refund.status !== canceled || !isOwedStanding(member, standing));

const isOwedStanding = (member: Member | undefined, standing: Payment): boolean =>
  member === undefined || owesDuesFor(withDuesCollected(standing, member), standing.periodId);

/** Returns the writes of a payment that stands again, and of its entry, which can be reversed or returned again. */
function standingChanges(
  payment: Payment,
  reversed: SentEntry,
  { why, who, now }: Decider & { why: string },
): Change[] {
  const at = now.toISOString();
  const stopped = payment.status === canceled ? payment : movePayment(payment, 'cancel', { at });
  const after = movePayment(stopped, 'returnReversal', { at });
  return [
    ...paymentReplaced(payment, after),
    ...sentEntryChange(reversed, { ...reversed, reversedBy: null }),
    auditWrite(
      {
        name: 'payment status changed',
        subject: `payment ${payment.id}`,
        who,
        before: { status: payment.status },
        after: { status: after.status, reason: why, trace: reversed.trace },
      },
      now,
    ),
  ];
}

/** A former member with returned first dues owes nothing more. */
export function isStillOwed({
  payment,
  refund,
  member,
}: Pick<ReturnedPayment, 'payment' | 'refund' | 'member'>): boolean {
  if (payment?.paymentTypeId !== memberDues) return true;
  const isRefunded = refund !== undefined && preventsCollection(refund);
  return !isRefunded && (!member || owesDuesFor(withReturn(payment, member), payment.periodId));
}

/** Returns false for a debit that the account does not allow any more, so that no retry is announced. */
export const mayBeCollected = (payment: Payment, account: DebitedAccount | undefined, now: Date): boolean =>
  !isDebit(payment) || mayBeDebited(account, addBankingDays(dateInChicago(now), stopBankingDays));

const returnedOf = (
  { code, amount, inboxFileId }: InboxEntry,
  { trace, name, lastFour, bankFileId }: SentEntry,
  paymentId: string,
  now: Date,
): Omit<ReturnedEntry, 'memberId'> => ({
  trace,
  at: now.toISOString(),
  code,
  name,
  lastFour,
  amount,
  paymentId,
  bankFileId,
  inboxFileId,
});

function whyNot({ sent, payment }: ReturnedPayment): string | undefined {
  if (!payment) return 'The payment of this entry is not there any more.';
  const isLast = payment.attempts.at(-1)?.trace === sent.trace;
  if (isLast && canMovePayment(payment, 'returnPayment')) return undefined;
  return payment.bankFileId === sent.bankFileId && !isLast
    ? 'Its bank file is not confirmed as sent. Resolve the file first, then assign this entry.'
    : `Its payment is ${paymentStatusName(payment.status)} and was sent again since, or changed by hand.`;
}

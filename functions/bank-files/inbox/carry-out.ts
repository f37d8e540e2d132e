import { isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox/inbox-file.ts';
import {
  returnEffect,
  willRetry,
  type ReturnEffect,
} from '../../../shared/bank-files/inbox/return-effect.ts';
import type { ReturnedEntry, SentEntry } from '../../../shared/bank-files/sent-entry.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import { canMove, moveMember } from '../../../shared/members/membership-status.ts';
import { canMovePayment, movePayment } from '../../../shared/payments/payment-moves.ts';
import { canceled, memberDues, paymentStatusName } from '../../../shared/payments/payment-status.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import type { MemberPayment, Payment } from '../../../shared/payments/payment.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { bankAccountHeld } from '../../bank-accounts/store.ts';
import { memberStatusChange } from '../../members/status-change.ts';
import { decisionChanges } from '../../payments/statuses/decide.ts';
import { paymentChange } from '../../payments/store.ts';
import { log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { cameBack } from '../treasury/gauge-store.ts';
import { refundOfReturned } from './refund-of-return.ts';
import { sentEntryChange } from '../sent-entry-store.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';

export interface ReturnedPayment {
  sent: SentEntry;
  payment: Payment | undefined;
  account: BankAccountRecord | undefined;
  refund: MemberPayment | undefined;
  member: Member | undefined;
}

export interface CarriedOut {
  entry: InboxEntry;
  changes: Change[];
}

export interface Decider {
  who: string;
  now: Date;
}

/** Applies a return in one transaction with the entry. A return that its payment cannot accept stays quarantined. */
export function carryOutReturn(entry: InboxEntry, found: ReturnedPayment, decider: Decider): CarriedOut {
  const { sent, payment } = found;
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const problem = whyNot(found);
  if (problem || !payment) return { entry: { ...entry, reason: problem ?? '' }, changes: [] };
  const { now } = decider;
  const after = movePayment(payment, 'returnPayment', { at: now.toISOString(), code: entry.code });
  const isSameAccount = found.account?.fingerprint === sent.fingerprint;
  const isOwed = isStillOwed(found);
  const effect = returnEffect(entry.code, after.attempts, isSameAccount, dateInChicago(now), isOwed);
  const why = `The bank returned the dues (${entry.code}), so there is nothing to pay back.`;
  const refund = refundOfReturned(payment, found.refund, { why, ...decider });
  if (effect.isOurFault)
    log('error', 'return because of our own file', { code: entry.code, bankFileId: sent.bankFileId });
  // Members are notified of returned dues even when they are retried.
  const isTried = payment.kind === 'member' && isOwed && willRetry(entry.code, after, dateInChicago(now));
  const notice = effect.invalidatesAccount || isTried ? 'to send' : 'none';
  const { deadline } = effect;
  const status = refund.isCase ? 'case' : effect.status;
  const reason = [effect.reason, refund.sentence].filter(Boolean).join(' ');
  return {
    entry: { ...entry, status, reason, deadline, notice },
    changes: [
      ...paymentChange(payment, after),
      measured(
        auditWrite(
          {
            name: 'payment status changed',
            subject: `payment ${payment.id}`,
            who: decider.who,
            before: { status: payment.status },
            after: { status: after.status, code: entry.code, trace: sent.trace },
          },
          now,
        ),
        { MoneyReturned: entry.amount / 100 },
      ),
      ...sentEntryChange(sent, {
        ...sent,
        returnedBy: { inboxFileId: entry.inboxFileId, position: entry.position, code: entry.code },
      }),
      ...cameBack(payment, returnedOf(entry, sent, payment.id, now), now),
      ...refund.changes,
      ...memberMoves(found, effect, decider),
      ...(found.account && effect.invalidatesAccount ? accountHeld(found.account, entry.code, decider) : []),
    ],
  };
}

/** Applies a returned reversal: the money stayed with the payee, so an administrator must decide. */
export function carryOutReversal(
  entry: InboxEntry,
  { sent, payment, refund }: ReturnedPayment,
  { who, now }: Decider,
): CarriedOut {
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const { inboxFileId, position, code } = entry;
  const unpaid =
    refund?.status === canceled ? ' The refund of these dues was canceled with the reversal.' : '';
  const again = payment?.paidAgain ? payment : undefined;
  const isStopped = again !== undefined && canMovePayment(again, 'cancel');
  const repeated = isStopped
    ? ' The payment was to be paid again and is canceled.'
    : again && again.status !== canceled
      ? ' The payment was paid again or is in a bank file. Reverse the second payment.'
      : '';
  const why = 'The reversal came back, so the first payment remains.';
  return {
    entry: {
      ...entry,
      status: 'case',
      reason: `${returnCode(code).meaning}. The reversal came back, so the payment was not taken back. Agree with the payee on what to do.${unpaid}${repeated}`,
    },
    changes: [
      ...sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } }),
      ...(isStopped ? decisionChanges(again, { decision: 'cancel', reason: why, who }, now) : []),
    ],
  };
}

export const isStillOwed = ({
  payment,
  refund,
  member,
}: Pick<ReturnedPayment, 'payment' | 'refund' | 'member'>): boolean =>
  payment?.paymentTypeId !== memberDues || (!refund && (!member || owesDuesFor(member, payment.periodId)));

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

/** Undoes the activation for returned first dues; suspends an active member with an unusable account. */
function memberMoves(
  { payment, member }: ReturnedPayment,
  { invalidatesAccount }: ReturnEffect,
  decider: Decider,
): Change[] {
  if (!member || payment?.paymentTypeId !== memberDues) return [];
  const today = dateInChicago(decider.now);
  let after = member;
  if (isFirstDues(payment, member) && canMove(after, 'returnFirstDues', {}))
    after = moveMember(after, 'returnFirstDues', {});
  if (invalidatesAccount && canMove(after, 'invalidateAccount', { today }))
    after = moveMember(after, 'invalidateAccount', { today });
  const { invitationStatus, accountInvalidatedOn = null, firstDuesReturned = false } = after;
  const isSame =
    invitationStatus === member.invitationStatus &&
    firstDuesReturned === (member.firstDuesReturned ?? false) &&
    accountInvalidatedOn === (member.accountInvalidatedOn ?? null);
  if (isSame) return [];
  return memberStatusChange(member, after, { accountInvalidatedOn }, decider);
}

export function accountHeld(account: BankAccountRecord, code: string, { who, now }: Decider): Change[] {
  if (account.held) return [];
  return [
    ...bankAccountHeld(account, code, now),
    auditWrite(
      {
        name: 'bank account held',
        subject: `bank account ${account.payeeToken}`,
        who,
        after: { code, lastFour: account.lastFour },
      },
      now,
    ),
  ];
}

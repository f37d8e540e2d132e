import { revokedAtOf } from '../../shared/bank-files/debit-authorization.ts';
import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import type { Ending } from '../../shared/accounts/ending.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import { canMove } from '../../shared/members/membership-status.ts';
import { duesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import {
  memberDues,
  pending,
  returned,
  submitted,
  isOfKind,
  isReserved,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { lastDayToStop } from '../../shared/payments/withdrawal-notice.ts';
import { Refusal } from '../../shared/refusal.ts';
import { isPartnerPaid } from '../../shared/programs.ts';
import { loadBankAccount } from '../bank-accounts/account-read-store.ts';
import { debitAuthorizationEnded } from '../bank-accounts/store.ts';
import { sentEntriesNow } from '../bank-files/sent-entry-store.ts';
import { memberEnd, type Settled } from './end-membership.ts';
import { unchangedMember } from '../members/store.ts';
import {
  duesSettled,
  formerRefunds,
  paidBackOnce,
  refundChanges,
  type By,
  type DuesWithoutDay,
} from '../payments/generation/dues-of-member.ts';
import { decisionChanges } from '../payments/statuses/decide.ts';
import { paymentUnchanged } from '../payments/store.ts';
import { sizeOf } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { loadMemberPayments, periodsOf } from '../payments/member-payments.ts';
import { sentFor } from './stopped-withdrawal.ts';

const revoked = 'The member revoked the authorization of withdrawals.';
/** Threshold (of 100 transaction items); a withdrawal that is not canceled here is excluded from every file. */
const fullAt = 80;

const noDues: DuesWithoutDay = {
  removed: [],
  canceled: [],
  paidBack: [],
  refunding: [],
  reserved: [],
  absent: [],
};

/**
 * Returns the writes that revoke the authorization. It ends regardless of the membership's status. Withdrawals that are
 * at least three banking days away are canceled, or refunded if the bank has them. Throws if it was revoked before.
 */
export async function revocationChanges(
  member: Member,
  program: GroupMembership,
  { who, now }: { who: string; now: Date },
): Promise<{ after: Member; ending: Ending | undefined; changes: Change[] }> {
  const account = await loadBankAccount(member.withdrawalPayeeToken ?? '');
  const today = dateInChicago(now);
  if (revokedAtOf(account?.authorizationEnded))
    throw new Refusal('invalid', 'Your authorization was revoked already. Nothing is withdrawn.');
  const { programPaymentTypeId } = program;
  const all = await loadMemberPayments(member, programPaymentTypeId, periodsOf(member, now), [memberDues]);
  const payments = all.filter((payment) => isOfKind(payment, 'member'));
  const sent = await sentLater(payments, today);
  const authorizationEnded = { code: null, at: now.toISOString(), paymentId: null };
  const stopped = {
    dropped: payments.filter((open) => isStoppable(open, today)),
    refunded: sent,
    ...(account && { account: { ...account, authorizationEnded } }),
  };
  const ending = await endOfMembership(member, program, account !== undefined, { who, now, stopped });
  const { dues } = ending;
  const changes = [
    ...(account ? debitAuthorizationEnded(account, { code: null, paymentId: null }, { who, now }) : []),
    ...ending.changes,
    ...duesSettled(dues, { who, now }),
  ];
  const settled = new Set(
    [
      ...dues.removed,
      ...dues.canceled.map(({ before }) => before),
      ...dues.paidBack.map(({ dues: paid }) => paid),
      ...dues.reserved,
    ].map(({ id }) => id),
  );
  const isOpen = ({ id }: MemberPayment) => !settled.has(id);
  changes.push(...payments.filter((payment) => isOpen(payment) && isReserved(payment)).map(paymentUnchanged));
  const refunds = await formerRefunds(sent);
  for (const dues of sent.filter(isOpen)) {
    const refund = duesPaidBack(dues, `revocation ${member.id}`, now.toISOString(), revoked);
    const paidBack = paidBackOnce(dues, refund, refunds.get(dues.id));
    if (paidBack) changes.push(paymentUnchanged(dues), ...refundChanges(paidBack));
  }
  for (const payment of stopped.dropped.filter(isOpen))
    if (sizeOf(changes) < fullAt)
      changes.push(...decisionChanges(payment, { decision: 'cancel', reason: revoked, who }, now));
  return { after: ending.after, ending: ending.ending, changes };
}

/** Ends the membership as the member's own notice does, unless it is ending or ended. */
async function endOfMembership(
  member: Member,
  program: GroupMembership,
  hasAccount: boolean,
  { who, now, stopped }: By & { stopped: Settled },
) {
  const membersPay = !isPartnerPaid(program);
  const today = dateInChicago(now);
  if (hasAccount && !canMove(member, 'leave', { today, membersPay, isCollecting: false }))
    return { after: member, ending: undefined, changes: [unchangedMember(member)], dues: noDues };
  const { after, ending, membership, dues } = await memberEnd(member, program, { who, now, stopped });
  return { after, ending, changes: membership, dues };
}

/** True for an open withdrawal, unless it is less than three banking days away. */
function isStoppable(payment: MemberPayment, today: CalendarDate): boolean {
  const date = sentFor(payment);
  const isImminent = today <= date && today > lastDayToStop(date);
  return !isReserved(payment) && (payment.status === returned || (payment.status === pending && !isImminent));
}

/** Returns the submitted dues that are withdrawn three or more banking days from today. */
async function sentLater(payments: readonly MemberPayment[], today: CalendarDate): Promise<MemberPayment[]> {
  const sent = payments.filter(({ status }) => status === submitted);
  const entries = await sentEntriesNow(sent.flatMap(({ attempts }) => attempts.at(-1)?.trace ?? []));
  return sent.filter((dues) => {
    const date = entries.get(dues.attempts.at(-1)?.trace ?? '')?.effectiveDate;
    return date !== undefined && today <= lastDayToStop(date);
  });
}
